// What a box's own file shows, by `show` and `item`: a piece as it is printed, the whole box, or one of the checks, which
// are right when nothing is left.

sand = [0.87, 0.77, 0.6];
night = [0.19, 0.24, 0.36];
white = [0.97, 0.96, 0.93];

function colour_of(name) = name == "base" ? night : name == "diffuser" ? white : name == "wheel" ? [0.72, 0.45, 0.2] : sand;

module in_colour(name) {
    color(colour_of(name)) children();
}

if (show == "list") echo(parts = parts, pieces = pieces, keys = keys, bed = bed, bridge = [bridge]);
for (name = pieces) if (show == name) in_colour(name) printed(name);
if (show == "part") part(item);
if (show == "closed") {
    for (name = pieces) in_colour(name) piece(name);
    for (name = parts) part(name);
}
module painted(up = 0) {
    color(night) translate([0, 0, top + lid - 0.55 + up]) linear_extrude(0.2) signs();
}
if (show == "closed") {
    painted();
    glow();
}
if (show == "open") {
    painted(lift);
    for (name = pieces) in_colour(name) piece(name, name == "wheel" ? 2 * lift : lift);
    for (name = parts) if (name != "plugs") part(name, lift);
}
if (show == "inside") {
    in_colour("base") piece("base");
    for (name = parts) if (is_in_base(name)) part(name);
}
if (show == "under") turned(top + lid) {
    for (name = pieces) if (name != "base" && name != "wheel") in_colour(name) piece(name);
    for (name = parts) if (!is_in_base(name)) part(name);
}

lift = 55;
function is_in_base(name) = name == "pi" || name == "pico" || name == "pico_screws" || name == "piezo" || name == "stripboard" || name == "sockets" || name == "plugs" || name == "cable";

// ---- Checks: each is right when nothing is left of it

module every_piece() {
    for (name = pieces) piece(name);
}

module pieces_check(one, other) {
    intersection() {
        piece(pieces[one]);
        piece(pieces[other]);
    }
}

// A part in what is printed.
module meets_check(name) {
    intersection() {
        every_piece();
        part(name);
    }
}

// A part in one of those that come after it.
module apart_check(name) {
    intersection() {
        part(name);
        for (nth = [search([name], parts)[0] + 1 : 1 : len(parts) - 1]) part(parts[nth]);
    }
}

// What is to be solid, and is not.
module held_check() {
    difference() {
        seats();
        every_piece();
    }
}

// What is to be free while the lid is off, and is not.
module ways_check() {
    intersection() {
        ways();
        piece("base");
    }
}

if (show == "pieces") pieces_check(item[0], item[1]);
if (show == "meets") meets_check(item);
if (show == "apart") apart_check(item);
if (show == "held") held_check();
if (show == "ways") ways_check();
// All at once: where nothing is left of it, nothing is of any.
if (show == "wrong") {
    for (one = [0 : len(pieces) - 2]) for (other = [one + 1 : len(pieces) - 1]) pieces_check(one, other);
    intersection() {
        every_piece();
        for (name = parts) part(name);
    }
    for (nth = [0 : len(parts) - 2]) apart_check(parts[nth]);
    held_check();
    ways_check();
}
