// The spinner: base, lid, the diffuser that carries the ring of lights, and the wheel inside it, on a Raspberry Pi Pico.
//
// In OpenSCAD's own window: choose in `show` what is to be seen, and change any parameter. `make case` makes all of it.

include <common.scad>
use <parts.scad>

/* [What is shown] */
show = "open"; // [open, closed, inside, under, base, lid, diffuser, wheel]
item = "";
made = ""; // folder with the printed pieces, for pictures and checks
slip = 0; // the lid laid so far beside its place: a check that finds nothing there would be none

/* [The box] */
height = 36; // inside: as deep as the keys, and their wires
size = [172, 128];
key_pitch = 32;
keys = ["back", "up", "down", "ok", "undo"]; // as in hardware/boards/pico.toml, from the left

/* [Light] */
plate_high = 0.8; // what the light shines through: white
mix = 3; // between a light and the plate: the more, the softer
web = 1.6; // of the lid, between two lights
divider = 0.8; // of the diffuser, between two lights
ear_high = 4;

/* [Where things are, from the middle] */
ring_at = [0, 20];
keys_at = [for (nth = [-2 : 2]) [nth * key_pitch, -35]];
pico_at = [-18, 47];
piezo_at = [50, 8];
stripboard_at = [-34, 10];
capacitor_at = [-48, 24];
cable_at = [36, 47];
cable_high = 20;

top = rim(height);

middle_wide = (ring_outer + ring_inner) / 2; // of the circle that the lights are on
lit_outer = middle_wide + ring_light[0] + 0.4;
lit_inner = middle_wide - ring_light[0] - 0.4;
wheel_wide = 43; // no wider, or it hides the lights behind it from whoever sits
crown_wide = 21;

cell = 360 / ring_count;
tray_wall = 1.2;
tray_step = 0.6; // what the ring's board lies on
tray_outer = ring_outer + 2 * gap + 2 * tray_wall;
tray_inner = ring_inner - 2 * gap - 2 * tray_wall;
step_high = plate_high + mix + ring_light[1];
tray_high = step_high + ring_thick + 1;
ear_wide = 10;
boss = 5.4;
ears_at = [for (turn = [45 : 90 : 315]) (tray_outer / 2 + ear_wide / 2 - 0.8) * [cos(turn), sin(turn)]];
ears_placed = [for (place = ears_at) ring_at + place];

openings = [["back", cable_at.x, plug_cable + 2 * gap, cable_high - plug_cable / 2 - 0.2, cable_high + plug_cable / 2 + 0.1]];

function on_board(place) = [pico_at.x - place.x, pico_at.y - place.y];
pico_places = [for (place = pico_holes()) on_board(place)];
pico_pegs_at = [for (place = pico_peg_holes()) on_board(place)];
pico_screws_at = [for (place = pico_screw_holes()) on_board(place)];

module base() {
    difference() {
        union() {
            shell(size, height, openings);
            at(pico_screws_at) stand_post(screw_m2, 4.4);
            at(pico_pegs_at) stand_peg(pico_hole - hole_gap, pico_thick + 0.8, 4.4);
            translate(piezo_at) piezo_rim();
            translate(cable_at) tie_post();
        }
        translate([0, 0, -1]) linear_extrude(floor + 2) {
            translate(on_board(pico_board / 2)) vents(4, 12);
            translate(piezo_at) sound_holes();
        }
    }
}

module holes() {
    at(keys_at) circle(d = arcade_hole + hole_gap);
    translate(ring_at) circle(d = ec11_bushing + 2 * hole_gap);
    translate(ring_at) difference() {
        ring_of(lit_outer, lit_inner);
        for (nth = [0 : ring_count - 1]) rotate((nth + 0.5) * cell) translate([0, -web / 2]) square([far, web]);
    }
}

module lid_piece() {
    difference() {
        union() {
            plate(size, openings, top) holes();
            at(ears_placed) translate([0, 0, 0.4 - ear_high]) cylinder(d = boss, h = ear_high);
        }
        at(ears_placed) translate([0, 0, -far]) cylinder(d = screw_m3 - bite, h = far + lid - 0.8);
        engraved() signs();
    }
}

module signs() {
    for (nth = [0 : len(keys) - 1]) translate(keys_at[nth] - [0, 20]) key_sign(keys[nth]);
}

// The lights as one sees them, for pictures: a sector of the wheel is bright.
module glow() {
    for (nth = [0 : ring_count - 1]) color(nth > 1 && nth < 6 ? [1, 0.72, 0.1] : [1, 0.95, 0.82])
        translate(concat(ring_at, [top + lid - 1.2])) linear_extrude(0.4) intersection() {
            ring_of(lit_outer, lit_inner);
            rotate(90 - nth * cell) translate([0, -middle_wide / 2 * sin(cell / 2) + web / 2])
                square([far, middle_wide * sin(cell / 2) - web]);
        }
}

// Its plate lies on the bed; turned over it hangs under the lid, and the ring snaps into it.
module diffuser() {
    linear_extrude(plate_high) ring_of(tray_outer, tray_inner);
    linear_extrude(step_high) {
        ring_of(tray_outer, ring_outer - 2 * tray_step);
        ring_of(ring_inner + 2 * tray_step, tray_inner);
    }
    linear_extrude(tray_high) {
        ring_of(tray_outer, ring_outer + 2 * gap);
        ring_of(ring_inner - 2 * gap, tray_inner);
    }
    linear_extrude(plate_high + mix - 0.4) for (nth = [0 : ring_count - 1]) rotate((nth + 0.5) * cell)
        translate([tray_inner / 2 + 0.5, -divider / 2]) square([(tray_outer - tray_inner) / 2 - 1, divider]);
    linear_extrude(ear_high) difference() {
        for (place = ears_at) difference() {
            hull() for (share = [0.85, 1]) translate(share * place) circle(d = ear_wide);
            translate(place) circle(d = boss + 2 * gap);
        }
        circle(d = tray_outer - 0.5);
    }
    snap = gap + 0.4;
    edge_at = ring_outer / 2 + gap;
    for (turn = [0 : 90 : 270]) rotate(turn - 5) rotate_extrude(angle = 10)
        polygon([[edge_at + 0.6, tray_high - snap - 0.8], [edge_at, tray_high - snap - 0.2], [edge_at - snap, tray_high - 0.2],
            [edge_at + 0.6, tray_high - 0.2]]);
}

// ---- All of it in its place

parts = ["pico", "pico_screws", "spinner_knob", "ring", "keys", "piezo", "stripboard", "capacitor", "screws", "cable"];
pieces = ["base", "lid", "diffuser", "wheel"];

module part(name, up = 0) {
    over = top + lid + seam + up;
    if (name == "pico") translate([pico_at.x, pico_at.y, floor + stand]) rotate(180) pico_part();
    if (name == "pico_screws") translate([pico_at.x, pico_at.y, floor + stand]) rotate(180) pico_screws_part();
    if (name == "piezo") translate(concat(piezo_at, [floor])) piezo_part();
    if (name == "stripboard") translate(concat(stripboard_at, [floor])) stripboard_part();
    if (name == "capacitor") translate(concat(capacitor_at, [top + up * 0.35 - seam])) turned(0) capacitor_part();
    if (name == "spinner_knob") translate(concat(ring_at, [over])) ec11_part();
    if (name == "ring") translate(concat(ring_at, [top + up * 0.35 - step_high - ring_thick - 2 * seam])) ring_part();
    if (name == "keys") for (place = keys_at) translate(concat(place, [over])) arcade_part([0.98, 0.9, 0.72]);
    if (name == "screws") {
        for (place = corners(size)) translate(concat(place, [over + up * 0.6])) screw_part();
        for (place = ears_placed) translate(concat(place, [top + up * 0.35 - ear_high - seam])) washer_part();
    }
    if (name == "cable") translate(concat(on_board([0, pico_board.y / 2]), [floor + stand + pico_thick + pico_usb_size[2] / 2])) {
        start = pico_usb_out + 0.3;
        on_top = floor + tie_post_high + 1 + plug_cable / 2 - (floor + stand + pico_thick + pico_usb_size[2] / 2);
        there = cable_at - on_board([0, pico_board.y / 2]);
        out = cable_high - (floor + stand + pico_thick + pico_usb_size[2] / 2);
        translate([start, 0, 0]) rotate(180) plug_body(plug_micro_b);
        cable_part([[start + plug_micro_b[2], 0, 0], [there.x - 8, 0, 1], [there.x, there.y - 6, on_top], [there.x, there.y + 5, on_top],
            [there.x, size.y / 2 - cable_at.y + there.y - wall - 1, out], [there.x, size.y / 2 - cable_at.y + there.y + 25, out]]);
    }
}

module plug_body(size) {
    color([0.2, 0.2, 0.22]) translate([-size[2], -size[0] / 2, -size[1] / 2 + 1]) cube([size[2], size[0], size[1] - 2]);
}

// What parts lie on or are held by: what must be solid there.
module seats() {
    translate([0, 0, top]) linear_extrude_from(lid - 0.4, lid) {
        at(keys_at) ring_of(arcade_rim[0], arcade_hole + hole_gap + 0.2);
        translate(ring_at) ring_of(ec11_nut[0], ec11_bushing + 2 * hole_gap + 0.2);
    }
    translate([0, 0, top]) linear_extrude_from(2 * seam, 0.4) {
        at(corners(size)) ring_of(6.5, screw_m3 + 2 * hole_gap + 0.2);
        at(ears_placed) ring_of(boss - 0.4, screw_m3 - bite + 0.2);
    }
    linear_extrude_from(floor + 0.5, floor + stand - seam) at(pico_places) ring_of(4, screw_m2 - bite + 0.2);
    linear_extrude_from(top - 10, top - seam) at(corners(size)) ring_of(6.5, screw_m3 - bite + 0.2);
    linear_extrude_from(floor - 1, floor - seam) translate(piezo_at) ring_of(piezo_disc[0], 19);
    // The diffuser under every light, and the ear under each washer.
    translate(concat(ring_at, [top])) linear_extrude_from(0.1 - plate_high, -2 * seam) ring_of(lit_outer, lit_inner);
    linear_extrude_from(top - ear_high + 0.1, top - 0.5) at(ears_placed) ring_of(screw_washer[0], boss + 2 * gap + 0.2);
}

// The way of a screwdriver and of what is put in from above, with the lid off.
module ways() {
    linear_extrude_from(floor + stand + seam, far) {
        at(pico_screws_at) circle(d = 5);
        difference() {
            translate(pico_at) rotate(180) square(pico_board);
            at(pico_pegs_at) circle(d = pico_hole);
        }
    }
    translate(piezo_at) linear_extrude_from(floor + seam, far) circle(d = piezo_disc[0]);
}

module printed(name) {
    if (made != "") import(str(made, "/", name, ".stl"), convexity = 10);
    else if (name == "base") base();
    else if (name == "lid") turned(lid) lid_piece();
    else if (name == "diffuser") diffuser();
    else wheel(wheel_wide, crown_wide, 1);
}

module piece(name, up = 0) {
    if (name == "base") printed("base");
    if (name == "lid") translate([slip, 0, top + seam + up]) turned(lid) printed("lid");
    if (name == "diffuser") translate(concat(ring_at, [top - tray_high + up * 0.6])) turned(tray_high) printed("diffuser");
    if (name == "wheel") translate(concat(ring_at, [top + lid + wheel_over + up])) turned(wheel_high()) printed("wheel");
}

include <show.scad>
