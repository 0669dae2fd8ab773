// Written from measures.toml by `python -m hardware.case.build --write`: change it there.

pi_board = [85, 56];
pi_thick = 1.4;
pi_hole = 2.7;
pi_hole_edge = 3.5;
pi_hole_pitch = [58, 49];
pi_header = [32.5, 52.5];
pi_header_size = [51, 5, 8.5];
pi_power = 11;
pi_power_size = [9, 7.5, 3.2];
pi_usb_out = 3;
pi_usb_size = [17.5, 53, 16];
pi_usb_first = 1.5;
pi_card = 28;
pi_card_size = [17, 14, 1.4];
pi_card_out = 2.5;

zero_board = [65, 30];
zero_thick = 1.4;
zero_hole = 2.7;
zero_hole_edge = 3.5;
zero_hole_pitch = [58, 23];
zero_header = [32.5, 26.5];
zero_header_size = [51, 5, 8.5];
zero_power = 54;
zero_usb = 41.4;
zero_power_size = [8, 5.6, 2.8];
zero_card = 16.9;
zero_card_size = [15, 12, 1.4];
zero_card_out = 2;

pico_board = [51, 21];
pico_thick = 1;
pico_hole = 2.1;
pico_hole_pitch = [47, 11.4];
pico_usb_size = [5.6, 8, 2.8];
pico_usb_out = 1.3;
pico_pins = [2.54, 8.5];

screen_board = [27.3, 27.8];
screen_thick = 1.6;
screen_hole = 2;
screen_hole_pitch = [23.5, 23.8];
screen_panel = [26.7, 19.26, 1.42];
screen_lit = [21.74, 10.86];
screen_lit_up = 1.8;
screen_pins = [10.2, 2.6];
screen_pins_edge = 1.5;
screen_pins_front = 1.3;
screen_behind = 11;

ec11_body = [12, 13.2, 6.5];
ec11_pins = 3.5;
ec11_bushing = 7;
ec11_bushing_length = 7;
ec11_nut = [11.5, 2];
ec11_shaft = 6;
ec11_flat = 4.5;
ec11_shaft_length = 15;
ec11_flat_length = 7;

cap_size = [17, 13];

key_thread = 12;
key_bezel = [14, 2];
key_cap = [9.6, 5];
key_nut = [16, 2.5];
key_depth = 22;

led_dome = [5, 7.6];
led_flange = [5.8, 1];
led_legs = 12;

piezo_disc = [27, 0.54];

ring_outer = 65.6;
ring_inner = 52.3;
ring_thick = 1.6;
ring_light = [5, 1.6];
ring_count = 24;
ring_wires = 8;

arcade_hole = 24;
arcade_body = 23.8;
arcade_rim = [27.6, 2.6];
arcade_cap = [20, 5.5];
arcade_depth = 32;
arcade_clips = [25.4, 4];

stripboard_board = [70, 30];
stripboard_thick = 1.6;
stripboard_below = 2.5;
stripboard_chip = [19.3, 6.4, 9.5];

capacitor_can = [6.3, 11.5];

plug_power = [12.35, 6.5];
plug_power_micro = [10.6, 8.5];
plug_usb_a = [16, 8];
plug_micro_b = [10.6, 8.5, 28];
plug_length = 24;
plug_socket = 14;
plug_cable = 4.2;

screw_m3 = 3;
screw_m3_head = [6, 1.7];
screw_m3_length = 12;
screw_m25 = 2.5;
screw_m25_head = [5, 2];
screw_m2 = 2;
screw_m2_head = [4, 1.6];
screw_washer = [7, 0.5];
screw_weight = [12, 1.6];
