// The parts as simple bodies, for pictures and for the checks: as large as they are, but not as detailed. What goes into
// a panel has its origin on the panel's face, z outwards; a board has it under its own corner.

include <common.scad>

$fa = 15; // rough is enough
$fs = 1.2;

module along(count, pitch) {
    for (nth = [0 : count - 1]) translate([(nth - (count - 1) / 2) * pitch, 0]) children();
}

module disc(wide, from, to) {
    translate([0, 0, min(from, to)]) cylinder(d = wide, h = abs(to - from));
}

// ---- Through the panel

// A round body from its steps, [diameter, up to], from below: one body is checked more quickly than several.
module stack(from, steps) {
    rotate_extrude() polygon(concat([[0, from]], [
        for (nth = [0 : len(steps) - 1], end = [0, 1])
            [steps[nth][0] / 2, end == 1 ? steps[nth][1] : nth == 0 ? from : steps[nth - 1][1]]
    ], [[0, steps[len(steps) - 1][1]]]));
}

module key_part(colour = "DimGray") {
    color("Silver") stack(-key_depth, [[key_thread - 0.02, -lid - seam - key_nut[1]], [key_nut[0], -lid - seam],
        [key_thread, seam], [key_bezel[0], key_bezel[1]]]);
    color(colour) disc(key_cap[0], key_bezel[1], key_bezel[1] + key_cap[1]);
}

module ec11_part() {
    color("Gray") translate([-ec11_body[0] / 2, -ec11_body[1] / 2, -lid - seam - ec11_body[2]]) cube(ec11_body);
    color("Gold") translate([0, 0, -lid - ec11_body[2] - ec11_pins])
        for (x = [-2.5, 0, 2.5]) translate([x - 0.4, ec11_body[1] / 2 - 2, 0]) cube([0.8, 0.6, ec11_pins]);
    color("Silver") stack(-lid - seam, [[ec11_bushing, seam], [ec11_nut[0], seam + ec11_nut[1]],
        [ec11_bushing, ec11_bushing_length - lid]]);
    color("Silver") render() difference() {
        disc(ec11_shaft, 0, ec11_shaft_length - lid);
        translate([-far / 2, ec11_flat - ec11_shaft / 2, ec11_shaft_length - lid - ec11_flat_length]) cube(far);
    }
}

module cap_part() {
    from = ec11_nut[1] + 1.5;
    color([0.13, 0.14, 0.2]) rotate_extrude() polygon([[ec11_bushing / 2 + 0.2, from], [cap_size[0] / 2, from],
        [cap_size[0] / 2, from + cap_size[1] - 1], [cap_size[0] / 2 - 1, from + cap_size[1]], [0, from + cap_size[1]],
        [0, ec11_shaft_length - lid + 0.2], [ec11_bushing / 2 + 0.2, ec11_shaft_length - lid + 0.2]]);
}

module led_part(colour) {
    top = -lid + 1.2 - seam; // the flange lies in its pocket
    round = top + led_dome[1] - led_dome[0] / 2;
    color(colour) rotate_extrude() polygon(concat([[0, top - led_flange[1]], [led_flange[0] / 2, top - led_flange[1]],
        [led_flange[0] / 2, top], [led_dome[0] / 2, top]],
        [for (up = [0 : 15 : 90]) [led_dome[0] / 2 * cos(up), round + led_dome[0] / 2 * sin(up)]]));
    color("Silver") for (x = [-1.27, 1.27]) translate([x, 0]) disc(0.6, top - led_flange[1], top - led_flange[1] - led_legs);
}

module arcade_part(colour) {
    color("White") stack(-lid - seam - arcade_clips[1], [[arcade_clips[0], -lid - seam], [arcade_body, seam], [arcade_rim[0], arcade_rim[1]]]);
    color(colour) disc(arcade_cap[0], arcade_rim[1], arcade_rim[1] + arcade_cap[1]);
    color("WhiteSmoke") disc(arcade_body, -lid - seam - arcade_clips[1], -arcade_depth + 8);
    // Two contacts of its switch, and two of its light, which are narrower.
    color("Silver") for (x = [-4, 4]) translate([x - 1.4, -4.4, -arcade_depth]) cube([2.8, 0.8, 8]);
    color("Gold") for (x = [-7, 7]) translate([x - 0.9, 3.6, -arcade_depth]) cube([1.8, 0.8, 8]);
}

// Behind the panel, its lit part in the middle.
module screen_part() {
    back = -lid - seam;
    translate([0, -screen_lit_up, 0]) {
        color([0.1, 0.2, 0.5]) translate([0, 0, back - screen_thick]) linear_extrude(screen_thick) difference() {
            square(screen_board, center = true);
            for (x = [-1, 1], y = [-1, 1]) translate([x * screen_hole_pitch[0], y * screen_hole_pitch[1]] / 2)
                circle(d = screen_hole);
        }
        color("Gold") translate([-screen_pins[0] / 2, screen_board[1] / 2 - screen_pins_edge - 0.3, back - screen_behind])
            cube([screen_pins[0], 0.6, screen_behind + screen_pins_front]);
        color([0.05, 0.05, 0.08]) translate([-screen_panel[0] / 2, -screen_panel[1] / 2, back]) cube(screen_panel);
    }
    color([0.55, 0.85, 1]) translate([0, 0, back + screen_panel[2]]) linear_extrude(0.1) difference() {
        square(screen_lit, center = true);
        square(screen_lit - [0.8, 0.8], center = true);
    }
    color([0.55, 0.85, 1]) translate([0, 0, back + screen_panel[2]]) linear_extrude(0.1) {
        translate([-9, 2.6]) square([18, 1.6]);
        translate([-9, -3.6]) square([4, 4.6]);
        translate([-3, -0.6]) square([12, 1.6]);
        translate([-3, -3.6]) square([8, 1.6]);
    }
}

module screw_part(length = screw_m3_length) {
    neck = -screw_m3_head[1] - 0.15;
    color("Silver") rotate_extrude() polygon([[0, -length], [screw_m3 / 2 - 0.4, -length], // its core: the thread bites
        [screw_m3 / 2 - 0.4, -lid + 0.3], [screw_m3 / 2 - 0.1, -lid + 0.4], [screw_m3 / 2 - 0.1, neck],
        [screw_m3_head[0] / 2 - 0.1, -0.15], [0, -0.15]]);
}

// ---- Boards, on the floor

module board(size, thick, hole, places, colour) {
    color(colour) translate([0, 0, seam]) linear_extrude(thick) difference() {
        square(size);
        for (place = places) translate(place) circle(d = hole);
    }
}

module screws_m25(places, thick, head, screw) {
    color("Silver") for (place = places) translate(place)
        stack(-3.5, [[screw - 0.8, thick + 2 * seam], [head[0], thick + head[1]]]);
}

function pi_holes(edge, pitch) = [for (x = [0, 1], y = [0, 1]) [edge + x * pitch[0], edge + y * pitch[1]]];

module header(middle, size, thick) {
    color([0.15, 0.15, 0.15]) translate([middle[0] - size[0] / 2, middle[1] - size[1] / 2, thick]) cube([size[0], size[1], 2.6]);
}

// What is plugged on a header: sockets of single wires, side by side.
module sockets_part(middle, size, thick) {
    color([0.2, 0.2, 0.2]) translate([middle[0] - size[0] / 2, middle[1] - size[1] / 2, thick + 2.6 + seam])
        cube([size[0], size[1], plug_socket]);
}

module pi_part() {
    holes = pi_holes(pi_hole_edge, pi_hole_pitch);
    top = pi_thick;
    board(pi_board, pi_thick, pi_hole, holes, [0.1, 0.45, 0.2]);
    screws_m25(holes, pi_thick, screw_m25_head, screw_m25);
    header(pi_header, pi_header_size, top);
    color("Silver") {
        for (nth = [0 : 2]) translate([pi_board[0] + pi_usb_out - pi_usb_size[0], pi_usb_first + nth * 18.2, top])
            cube([pi_usb_size[0], 16, pi_usb_size[2]]);
        translate([pi_power - pi_power_size[0] / 2, -1.3, top]) cube([pi_power_size[0], pi_power_size[1], pi_power_size[2]]);
        translate([25, 22, top]) cube([14, 14, 2]);
    }
    color([0.15, 0.15, 0.15]) translate([-pi_card_out, pi_card - pi_card_size[1] / 2, -pi_card_size[2] - seam]) cube(pi_card_size);
}

module zero_part() {
    holes = pi_holes(zero_hole_edge, zero_hole_pitch);
    top = zero_thick;
    board(zero_board, zero_thick, zero_hole, holes, [0.1, 0.45, 0.2]);
    screws_m25(holes, zero_thick, screw_m25_head, screw_m25);
    header(zero_header, zero_header_size, top);
    color("Silver") for (middle = [zero_power, zero_usb])
        translate([middle - zero_power_size[0] / 2, -1.3, top]) cube([zero_power_size[0], zero_power_size[1], zero_power_size[2]]);
    color([0.15, 0.15, 0.15]) translate([-zero_card_out, zero_card - zero_card_size[1] / 2, top]) cube(zero_card_size);
    color([0.15, 0.15, 0.15]) translate([25, 10, top]) cube([12, 12, 1.4]);
}

// From the end with its socket, which is at x = 0.
function pico_holes() = [
    for (x = [-1, 1], y = [-1, 1]) [(pico_board[0] + x * pico_hole_pitch[0]) / 2, (pico_board[1] + y * pico_hole_pitch[1]) / 2]
];

// The two holes beside the socket: the head of a screw there would lie on it.
function pico_peg_holes() = [for (hole = pico_holes()) if (hole.x < pico_board[0] / 2) hole];
function pico_screw_holes() = [for (hole = pico_holes()) if (hole.x > pico_board[0] / 2) hole];

module pico_screws_part() {
    screws_m25(pico_screw_holes(), pico_thick, screw_m2_head, screw_m2);
}

module pico_part() {
    board(pico_board, pico_thick, pico_hole, pico_holes(), [0.1, 0.45, 0.2]);
    color("Silver") translate([-pico_usb_out, (pico_board[1] - pico_usb_size[1]) / 2, pico_thick])
        cube([pico_usb_size[0], pico_usb_size[1], pico_usb_size[2]]);
    color([0.15, 0.15, 0.15]) translate([22, 7, pico_thick]) cube([7, 7, 1]);
    for (y = [1.3, pico_board[1] - 1.3]) color("Gold") translate([pico_board[0] / 2, y, pico_thick]) along(20, 2.54)
        translate([-0.3, -0.3]) cube([0.6, 0.6, pico_pins[1]]);
}

// The level shifter's board with its fuse, from the middle of its underside, which is stuck to the floor. Its strips run
// along it, and the chip stands across them, or all legs of a row were one.
module stripboard_part() {
    under = stripboard_below + seam;
    on = under + stripboard_thick;
    color([0.75, 0.55, 0.3]) translate([-stripboard_board[0] / 2, -stripboard_board[1] / 2, under])
        cube([stripboard_board[0], stripboard_board[1], stripboard_thick]);
    color([0.95, 0.95, 0.9]) translate([-stripboard_board[0] / 2 + 2, -stripboard_board[1] / 2 + 2, seam])
        cube([stripboard_board[0] - 4, stripboard_board[1] - 4, stripboard_below]);
    color([0.15, 0.15, 0.15]) translate([-stripboard_chip[1] / 2, -stripboard_chip[0] / 2, on])
        cube([stripboard_chip[1], stripboard_chip[0], stripboard_chip[2]]);
    color("Orange") translate([stripboard_chip[1] / 2 + 2, 2.54, on]) cube([2.5, 5.08, 5]); // 100 nF
    color("Gold") translate([stripboard_chip[1] / 2 + 8, 4, on]) cube([3, 8, 8]); // the fuse
}

// Lying, its stripe at the ground, its underside at z = 0.
module capacitor_part() {
    translate([0, 0, capacitor_can[0] / 2 + seam]) rotate([90, 0, 0]) {
        color([0.13, 0.16, 0.32]) cylinder(d = capacitor_can[0], h = capacitor_can[1], center = true);
        color("Silver") for (x = [-1.2, 1.2]) translate([x, 0, -capacitor_can[1] / 2 - 5]) cylinder(d = 0.6, h = 5.1);
    }
}

module piezo_part() {
    color("Gold") translate([0, 0, seam]) cylinder(d = piezo_disc[0], h = piezo_disc[1]);
    color("White") translate([0, 0, seam + piezo_disc[1]]) cylinder(d = piezo_disc[0] * 0.7, h = 0.1);
}

// The ring, its lights upwards, the underside of its board at z = 0; the first light away from whoever sits before it.
module ring_part() {
    $fa = 5; // inside, rough would be too narrow
    $fs = 0.5;
    color([0.12, 0.12, 0.14]) linear_extrude(ring_thick) difference() {
        circle(d = ring_outer);
        circle(d = ring_inner);
    }
    for (nth = [0 : ring_count - 1]) rotate(90 - nth * 360 / ring_count)
        translate([(ring_outer + ring_inner) / 4, 0, ring_thick]) color("White")
            translate([-ring_light[0] / 2, -ring_light[0] / 2, 0]) cube([ring_light[0], ring_light[0], ring_light[1]]);
    color("FireBrick") for (nth = [-1 : 1]) rotate(90 + nth * 4) translate([(ring_outer + ring_inner) / 4, 0, -ring_wires])
        cylinder(d = 1.2, h = ring_wires);
}

// ---- What comes from outside: a plug whose front is at x = 0, and which came along x.

module plug_part(size, length = plug_length) {
    color([0.2, 0.2, 0.22]) translate([-length, -size[0] / 2, -size[1] / 2]) cube([length, size[0], size[1]]);
    color([0.2, 0.2, 0.22]) translate([-length - 30, 0, 0]) rotate([0, 90, 0]) cylinder(d = plug_cable - 0.2, h = 30.5);
}

// A cable that is laid from place to place.
module cable_part(places) {
    color([0.2, 0.2, 0.22]) for (nth = [1 : len(places) - 1]) hull()
        for (place = [places[nth - 1], places[nth]]) translate(place) sphere(d = plug_cable - 0.2, $fn = 10);
}

// A short M3 with its washer, its head down, biting upwards.
module washer_part() {
    color("Silver") stack(-screw_washer[1] - 2.4, [[5.5, -screw_washer[1]], [screw_washer[0], 0], [screw_m3 - 0.8, 5]]);
}
