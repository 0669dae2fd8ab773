// The bench box: base, lid and wheel for what is wired by hand to a Pi of either size.
//
// In OpenSCAD's own window: choose in `show` what is to be seen, and change any parameter. `make case` makes all of it.

include <common.scad>
use <parts.scad>

/* [What is shown] */
show = "open"; // [open, closed, inside, under, base, lid, wheel]
item = "";
made = ""; // folder with the printed pieces, for pictures and checks
slip = 0; // the lid laid so far beside its place: a check that finds nothing there would be none

/* [The box] */
pi_size = "b"; // [b, zero]
height = 35; // inside: a Pi with plugs on its header, and a screen above
wheel_wide = 54; // the heavier the better it runs; its room grows with it, into the keys beside it
size = [176, 128];

/* [Where things are, from the middle] */
screen_at = [-54, 31];
knob_at = [-20, 29];
keys = ["back", "undo", "spin"]; // beside the knob, which is ok, from the back
keys_at = [[6, 50], [6, 29], [6, 8]];
spinner_at = [55, 21];
seat_pitch = 30;
seats_at = [for (nth = [-2 : 2]) [nth * seat_pitch, -43]];
lights_at = [for (place = seats_at) place + [0, 16]];
piezo_at = [55, 15];

colours = ["RoyalBlue", "Firebrick", "SeaGreen", "Gold", "MediumOrchid"];

top = rim(height);
is_b = pi_size == "b";
// The board lies turned round: its power to the back, a B's USB to the left, the card to the right. A plug reaches it
// through the wall, past the corner's post.
pi_at = [is_b ? -size.x / 2 + wall + gap + pi_usb_out + pi_board[0] : 2, size.y / 2 - wall - 10.5];
pi_places = is_b ? pi_holes(pi_hole_edge, pi_hole_pitch) : pi_holes(zero_hole_edge, zero_hole_pitch);
pi_power_at = is_b ? [pi_power] : [zero_power, zero_usb];
pi_card_at = is_b ? [0, pi_card] : [0, zero_card];
board_top = floor + stand + (is_b ? pi_thick : zero_thick);
power_high = board_top + (is_b ? pi_power_size[2] : zero_power_size[2]) / 2;

function on_board(place) = [pi_at.x - place.x, pi_at.y - place.y];

plug_room = [max(plug_power[0], plug_power_micro[0]) + 1.6, max(plug_power[1], plug_power_micro[1]) + 1.6];
power_opening = is_b
    ? ["back", pi_at.x - pi_power, plug_room[0] + 0.8, power_high - plug_room[1] / 2, power_high + plug_room[1] / 2]
    : ["back", pi_at.x - (zero_power + zero_usb) / 2, zero_power - zero_usb + plug_room[0],
        power_high - plug_room[1] / 2, power_high + plug_room[1] / 2];
usb_opening = ["left", pi_at.y - pi_usb_first - pi_usb_size[1] / 2, pi_usb_size[1] + 1.6, board_top - 0.6,
    board_top + pi_usb_size[2] + 0.8];
openings = is_b ? [power_opening, usb_opening] : [power_opening];

module base() {
    difference() {
        union() {
            shell(size, height, openings);
            at([for (place = pi_places) on_board(place)]) stand_post(screw_m25, 6);
            translate(piezo_at) piezo_rim();
        }
        translate([0, 0, -1]) linear_extrude(floor + 2) {
            // A finger reaches the card from below.
            translate(on_board(pi_card_at) + [is_b ? 2 : 9.5, 0]) rounded([18, 20], 4);
            translate(on_board([is_b ? 40 : 36, is_b ? 28 : 15])) vents(5, is_b ? 34 : 12);
            translate(piezo_at) sound_holes();
        }
    }
}

module holes() {
    at(keys_at) circle(d = key_thread + 2 * hole_gap);
    at(seats_at) circle(d = key_thread + 2 * hole_gap);
    at([knob_at, spinner_at]) circle(d = ec11_bushing + 2 * hole_gap);
    at(lights_at) circle(d = led_dome[0] + 2 * hole_gap / 2);
}

screen_holes = [for (x = [-1, 1], y = [-1, 1]) [x * screen_hole_pitch[0], y * screen_hole_pitch[1]] / 2];
screen_window = screen_lit + [2.4, 2.4];

module lid_piece() {
    difference() {
        plate(size, openings, top) holes();
        // The screen: a window that opens outwards, and behind it room for glass and pins.
        translate(screen_at) {
            translate([0, 0, -1]) linear_extrude(far) square(screen_window, center = true);
            translate([0, 0, lid - 1.1]) hull() {
                linear_extrude(0.01) square(screen_window, center = true);
                translate([0, 0, 1.2]) linear_extrude(0.01) square(screen_window + [2.4, 2.4], center = true);
            }
            translate([0, -screen_lit_up]) {
                translate([0, 0, -1]) linear_extrude(1 + screen_panel[2] + 0.3) {
                    square([screen_panel[0] + 1.2, screen_panel[1] + 1], center = true);
                    translate([0, screen_board[1] / 2 - screen_pins_edge])
                        square([screen_pins[0] + 1.6, screen_pins[1]], center = true);
                }
                at(screen_holes) translate([0, 0, -1]) cylinder(d = screen_m2_pilot(), h = 1 + lid - 0.6);
            }
        }
        for (place = lights_at) translate(concat(place, [-1])) cylinder(d = led_flange[0] + hole_gap, h = 1 + 1.2);
        engraved() signs();
    }
}

module signs() {
    for (nth = [0 : 4]) translate(seats_at[nth] - [0, 12.8]) seat_sign(nth);
    for (nth = [0 : len(keys) - 1]) translate(keys_at[nth] + [13, 0]) key_sign(keys[nth]);
}

module glow() {
}

function screen_m2_pilot() = screw_m2 - bite;

// ---- All of it in its place

parts = ["pi", "screen", "knob", "keys", "seat_keys", "leds", "piezo", "spinner_knob", "sockets", "screws", "plugs"];
pieces = ["base", "lid", "wheel"];

module part(name, up = 0) {
    over = top + lid + seam + up;
    if (name == "pi") translate([pi_at.x, pi_at.y, floor + stand]) rotate(180) if (is_b) pi_part(); else zero_part();
    if (name == "sockets") translate([pi_at.x, pi_at.y, floor + stand]) rotate(180)
        if (is_b) sockets_part(pi_header, pi_header_size, pi_thick); else sockets_part(zero_header, zero_header_size, zero_thick);
    if (name == "piezo") translate(concat(piezo_at, [floor])) piezo_part();
    if (name == "screen") translate(concat(screen_at, [over - seam])) screen_part();
    if (name == "knob") translate(concat(knob_at, [over])) {
        ec11_part();
        cap_part();
    }
    if (name == "spinner_knob") translate(concat(spinner_at, [over])) ec11_part();
    if (name == "keys") for (place = keys_at) translate(concat(place, [over])) key_part([0.2, 0.2, 0.24]);
    if (name == "seat_keys") for (nth = [0 : 4]) translate(concat(seats_at[nth], [over])) key_part([0.2, 0.2, 0.24]);
    if (name == "leds") for (nth = [0 : 4]) translate(concat(lights_at[nth], [over - seam])) led_part(colours[nth]);
    if (name == "screws") for (place = corners(size)) translate(concat(place, [over + up * 0.6])) screw_part();
    if (name == "plugs") {
        for (along = pi_power_at) translate(concat(on_board([along, -1.5]), [power_high])) rotate(-90)
            plug_part(is_b ? plug_power : plug_power_micro);
        if (is_b) translate(concat(on_board([pi_board[0] + pi_usb_out + 0.1, pi_usb_first + 8]), [board_top + 4.2]))
            plug_part(plug_usb_a);
    }
}

// What parts lie on or are held by: what must be solid there.
module seats() {
    // On the lid's face, on its underside, and under the collars of the lights.
    translate([0, 0, top]) linear_extrude_from(lid - 0.4, lid) {
        at(concat(keys_at, seats_at)) ring_of(key_bezel[0], key_thread + 2 * hole_gap + 0.2);
        at([knob_at, spinner_at]) ring_of(ec11_nut[0], ec11_bushing + 2 * hole_gap + 0.2);
    }
    translate([0, 0, top]) linear_extrude_from(2 * seam, 0.4) {
        at(concat(keys_at, seats_at)) ring_of(key_nut[0], key_thread + 2 * hole_gap + 0.2);
        at(corners(size)) ring_of(6.5, screw_m3 + 2 * hole_gap + 0.2);
        translate(screen_at - [0, screen_lit_up]) at(screen_holes) ring_of(screen_hole + 0.8, screen_m2_pilot() + 0.2);
    }
    translate([0, 0, top]) linear_extrude_from(1.3, 1.6) at(lights_at)
        ring_of(led_flange[0], led_dome[0] + hole_gap + 0.1);
    // Under the board, the lid's screws, and the piezo disc.
    linear_extrude_from(floor + 0.5, floor + stand - seam) at([for (place = pi_places) on_board(place)])
        ring_of(5, screw_m25 - bite + 0.2);
    linear_extrude_from(top - 10, top - seam) at(corners(size)) ring_of(6.5, screw_m3 - bite + 0.2);
    linear_extrude_from(floor - 1, floor - seam) translate(piezo_at) ring_of(piezo_disc[0], 19);
}

// The way of a screwdriver and of what is put in from above, with the lid off.
module ways() {
    at([for (place = pi_places) on_board(place)]) linear_extrude_from(floor + stand + seam, far) circle(d = 6.5);
    translate([pi_at.x, pi_at.y]) rotate(180) linear_extrude_from(floor + stand + seam, far)
        square(is_b ? pi_board + [pi_usb_out, 0] : zero_board);
    translate(piezo_at) linear_extrude_from(floor + seam, far) circle(d = piezo_disc[0]);
}

module printed(name) {
    if (made != "") import(str(made, "/", name, ".stl"), convexity = 10);
    else if (name == "base") base();
    else if (name == "lid") turned(lid) lid_piece();
    else wheel(wheel_wide, wheel_wide - 4, 4);
}

module piece(name, up = 0) {
    if (name == "base") printed("base");
    if (name == "lid") translate([slip, 0, top + seam + up]) turned(lid) printed("lid");
    if (name == "wheel") translate(concat(spinner_at, [top + lid + wheel_over + up])) turned(wheel_high()) printed("wheel");
}

include <show.scad>
