// What both boxes share: walls and gaps as parameters, the shell, the lid, fastenings, the wheel.
//
// Everything is in millimetres. A box stands with the middle of its floor at the origin, z upwards, y away from whoever
// sits before it. Pieces are made as they are printed: the floor of a base, the face of a lid and of a wheel lie on the
// bed. In no piece does anything hang over by more than 45°, but for bridges no wider than `bridge`.

include <measures.scad>

/* [Printer] */
bed = [180, 180]; // no piece is larger
bridge = 12; // the widest that is left hanging between two sides

/* [Walls] */
wall = 2.4;
floor = 2.4;
lid = 3; // no more, or the thread of a knob with a short neck does not come through
corner = 9; // radius of the box, seen from above
edge = 1.2; // bevel round the lid and under the base
rib = 1.6;

/* [Gaps] */
gap = 0.3; // between pieces, all round
hole_gap = 0.3; // a hole is wider than what goes through it by so much
board_gap = 0.5; // around a board
seam = 0.02; // pieces and parts that rest on one another stand so far apart in the checks, which tell touching from cutting
bite = 0.4; // by how much a pilot hole is narrower than its screw

/* [Fastenings] */
post = 8.4; // a corner's, for M3
post_in = 7.2; // from the outside of both walls
pilot_depth = 12;
stand = 4; // height of a board above the floor
lip = 4; // what of the lid goes into the base
foot = [10.4, 0.8]; // pocket for a foot to stick on: diameter, depth

$fa = 9; // a circle has 40 corners at most: coarse enough for quick checks, fine enough to print
$fs = 0.9;

far = 200; // longer than any box

function rim(height) = floor + height; // where the lid lies on the base

// ---- Shapes seen from above

module rounded(size, radius) {
    offset(r = radius) square([size.x - 2 * radius, size.y - 2 * radius], center = true);
}

module outline(size, inwards = 0) {
    rounded([size.x - 2 * inwards, size.y - 2 * inwards], corner - inwards);
}

module ring_of(outer, inner) {
    difference() {
        circle(d = outer);
        circle(d = inner);
    }
}

// Where the four screws of a lid are.
function corners(size) = [
    for (x = [-1, 1], y = [-1, 1]) [x * (size.x / 2 - post_in), y * (size.y / 2 - post_in)]
];

module at(places) {
    for (place = places) translate(place) children();
}

// A corner's post, grown together with both walls.
module posts(size, more = 0) {
    intersection() {
        outline(size);
        for (place = corners(size)) translate(place) hull()
            for (x = [0, 1], y = [0, 1])
                translate([sign(place.x) * x * post_in, sign(place.y) * y * post_in]) circle(d = post + 2 * more);
    }
}

// ---- The base

// The shell of a base with its posts, pockets for feet, and openings from the rim down, which the lid closes again.
// An opening is [side, along, width, from, to]: side "left" or "back", its middle along that wall, heights over the table.
module shell(size, height, openings = []) {
    top = rim(height);
    difference() {
        union() {
            hull() {
                linear_extrude(floor) outline(size, edge);
                translate([0, 0, edge]) linear_extrude(floor - edge) outline(size);
            }
            linear_extrude_from(floor - 0.5, top) difference() {
                outline(size);
                difference() {
                    outline(size, wall);
                    posts(size);
                }
            }
        }
        for (opening = openings) translate([0, 0, opening[3]]) linear_extrude(far) across(size, opening, wall, 0);
        at(corners(size)) translate([0, 0, top - pilot_depth]) cylinder(d = screw_m3 - bite, h = far);
        at(feet(size)) translate([0, 0, -1]) cylinder(d = foot[0], h = 1 + foot[1]);
    }
}

module linear_extrude_from(from, to) {
    translate([0, 0, from]) linear_extrude(to - from) children();
}

function feet(size) = [
    for (x = [-1, 1], y = [-1, 1]) [x * (size.x / 2 - 20), y * (size.y / 2 - 13)]
];

// What an opening takes of its wall, seen from above; `less` narrower at both sides.
module across(size, opening, thick, less) {
    width = opening[2] - 2 * less;
    if (opening[0] == "left")
        translate([-size.x / 2 - (less > 0 ? 0 : 1), opening[1] - width / 2]) square([thick + (less > 0 ? 0 : 2), width]);
    else
        translate([opening[1] - width / 2, size.y / 2 - thick - (less > 0 ? 0 : 1)]) square([width, thick + (less > 0 ? 0 : 2)]);
}

// A post on the floor that a screw bites into, for a board on top of it.
module stand_post(screw, wide, high = stand) {
    difference() {
        translate([0, 0, floor - 0.5]) cylinder(d = wide, h = high + 0.5);
        translate([0, 0, floor]) cylinder(d = screw - bite, h = high + 1);
    }
}

// A post on the floor with a peg that goes through a board's hole, where there is no room for the head of a screw.
module stand_peg(peg, long, wide, high = stand) {
    translate([0, 0, floor - 0.5]) cylinder(d = wide, h = high + 0.5);
    translate([0, 0, floor]) cylinder(d = peg, h = high + long, $fn = 16);
}

// A rim for the piezo disc to lie in; its holes are `sound_holes`.
module piezo_rim() {
    translate([0, 0, floor - 0.5]) linear_extrude(2 + 0.5) difference() {
        ring_of(piezo_disc[0] + 2 * gap + 2 * rib, piezo_disc[0] + 2 * gap);
        translate([0, -3]) square([far, 6]); // its wires
    }
}

module sound_holes() {
    for (turn = [0 : 60 : 300]) rotate(turn) translate([7, 0]) circle(d = 2.4);
    circle(d = 2.4);
}

module vents(count, long) {
    for (nth = [0 : count - 1]) translate([(nth - (count - 1) / 2) * 6, 0]) hull() {
        translate([0, -long / 2 + 1]) circle(d = 2);
        translate([0, long / 2 - 1]) circle(d = 2);
    }
}

// A post that a cable is tied to, which lies on top of it along y: the tie goes through below, across.
tie_post_high = 9;
module tie_post() {
    difference() {
        translate([-4, -4, floor - 0.5]) cube([8, 8, tie_post_high + 0.5]);
        translate([-far / 2, -2.3, floor + 2]) cube([far, 4.6, 2.6]);
        translate([0, far / 2, floor + tie_post_high + 0.8]) rotate([90, 0, 0]) cylinder(d = plug_cable, h = far);
    }
}

// ---- The lid

// The plate with lip, aprons and holes for its screws, its underside at z = 0 and its face at `lid`. What is to go through
// it comes as children, seen from above.
module plate(size, openings = [], top) {
    difference() {
        union() {
            hull() {
                linear_extrude(lid - edge) outline(size);
                linear_extrude(lid) outline(size, edge);
            }
            translate([0, 0, -lip]) linear_extrude(lip + 0.5) lip_shape(size, openings);
            for (opening = openings) translate([0, 0, opening[4] - top]) linear_extrude(top - opening[4] + 0.5)
                intersection() {
                    across(size, opening, wall + gap + rib, gap);
                    outline(size);
                }
        }
        at(corners(size)) {
            translate([0, 0, -lip - 1]) cylinder(d = screw_m3 + 2 * hole_gap, h = far);
            translate([0, 0, lid - screw_m3_head[1] - 0.2])
                cylinder(d1 = screw_m3, d2 = screw_m3 + 2 * (screw_m3_head[1] + 0.2 + hole_gap), h = screw_m3_head[1] + 0.2 + hole_gap);
        }
        translate([0, 0, -1]) linear_extrude(far) children();
    }
}

module lip_shape(size, openings) {
    difference() {
        outline(size, wall + gap);
        outline(size, wall + gap + rib);
        posts(size, gap);
        for (opening = openings) across(size, [opening[0], opening[1], opening[2] + 2, 0, 0], wall + gap + rib + 1, 0);
    }
}

// As a lid lies on the bed, and back.
module turned(high) {
    translate([0, 0, high]) rotate([180, 0, 0]) children();
}

module engraved() {
    translate([0, 0, lid - 0.6]) linear_extrude(1) children();
}

// ---- Signs on the lid, about 6 mm

module chevron(turn) {
    rotate(turn) polygon([[-2.6, 0], [0.9, 3], [2.3, 3], [-0.6, 0], [2.3, -3], [0.9, -3]]);
}

module tick() {
    polygon([[-3.2, 0.1], [-0.9, -2.6], [3.2, 2], [2.2, 2.9], [-0.9, -0.7], [-2.2, 1]]);
}

module back_again() {
    difference() {
        circle(d = 6.4);
        circle(d = 4.2);
        translate([-far, -far]) square([far, far]);
    }
    translate([-2.7, 0.2]) polygon([[-2, 0], [2, 0], [0, -2.6]]);
}

module wheel_sign() {
    ring_of(6.4, 4.4);
    circle(d = 1.6);
}

// What stands beside a key, by the key's name.
module key_sign(name) {
    if (name == "back") chevron(0);
    if (name == "up") chevron(-90);
    if (name == "down") chevron(90);
    if (name == "ok") tick();
    if (name == "undo") back_again();
    if (name == "spin") wheel_sign();
}

// The numbers of the five seats as the pips of a die. Shapes and letters go with whoever sits there.
pips = [
    [[0, 0]],
    [[-1, -1], [1, 1]],
    [[-1, -1], [0, 0], [1, 1]],
    [[-1, -1], [-1, 1], [1, -1], [1, 1]],
    [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
];
module seat_sign(nth) {
    for (pip = pips[nth]) translate(1.8 * pip) circle(d = 1.7);
}

// ---- The wheel, which sits on the flat shaft of an EC11; printed with its face down

wheel_over = 1.2; // how far above the lid
wheel_roof = 2.4; // over the end of the shaft
function shaft_out() = ec11_shaft_length - lid; // what of the shaft stands out of the lid
function wheel_high() = shaft_out() - wheel_over + 0.6 + wheel_roof;

// `crown` is how wide its face is. A narrow one leaves the lights behind it in sight, and room for fewer weights.
module wheel(wide, crown, weights) {
    $fa = 6; // a hand feels its edges
    high = wheel_high();
    upright = high - (wide - crown) / 2;
    neck = ec11_bushing_length - lid - wheel_over + 1;
    round_up_to = shaft_out() - ec11_flat_length - wheel_over + 0.5;
    pocket = screw_weight[0] + 2 * hole_gap;
    pockets_at = (ec11_nut[0] / 2 + 2 + wide / 2 - 1) / 2;
    hollow = crown > wide * 0.7;
    difference() {
        intersection() {
            linear_extrude(high) difference() {
                circle(d = wide + 2);
                if (hollow) for (turn = [0 : 15 : 345]) rotate(turn) translate([wide / 2 + 1.2, 0]) circle(d = 4, $fn = 12);
                else for (turn = [0 : 60 : 300]) rotate(turn) translate([wide / 2 + 2, 0]) circle(d = 13);
            }
            rotate_extrude() polygon([[0, 0], [crown / 2, 0], [wide / 2, high - upright], [wide / 2, high - 1],
                [wide / 2 - 1, high], [0, high]]);
        }
        // For a fingertip.
        if (hollow) rotate(60) translate([pockets_at, 0, -0.01]) cylinder(d1 = 15, d2 = 8, h = 3.5);
        // The shaft.
        translate([0, 0, wheel_roof]) linear_extrude(far) intersection() {
            circle(d = ec11_shaft + hole_gap);
            translate([-far / 2, ec11_shaft / 2 - ec11_flat - hole_gap / 2]) square([far, far]); // turned over, as it will be
        }
        translate([0, 0, high - round_up_to]) cylinder(d = ec11_shaft + 2 * hole_gap, h = far);
        translate([0, 0, high - neck]) cylinder(d = ec11_nut[0] + 2, h = far);
        // Washers make it heavy.
        for (turn = [30 : 60 : 330]) rotate(turn) translate([pockets_at, 0, high - weights * screw_weight[1] - 0.4])
            cylinder(d = pocket, h = far);
    }
}
