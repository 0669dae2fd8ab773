// A Raspberry Pi Pico without one: its flash on an emulated RP2040, with its USB serial line, pins, ring and watchdog.
//
//     node pico.mjs --modules FOLDER --flash FILE --bootrom FILE --ring PIN [--quiet PIN,PIN]
//
// FOLDER holds node_modules with rp2040js. The first line it prints is {"line": port, "pins": port}, both on 127.0.0.1;
// it ends with its standard input. The line is the USB serial line as it is; a reset closes it, as USB does. On pins goes
// one JSON object a line. In: {"pin", "level", "after_us"}, of which inputs are high at first. Out: {"us", "pin", "level"}
// of each output but the quiet ones, {"us", "ring": ["rrggbb", …]} of each frame on the ring's wire, with "odd" bits where
// some are missing, {"us", "boot": "power" or "reset"}, and {"us"} every few milliseconds. All times are the Pico's own.
//
// Not there: misses of the flash cache, so that a real Pico is slower by up to a half; the second core; USB's sleep.

import fs from 'node:fs';
import net from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: asked } = parseArgs({
    options: {
        modules: { type: 'string' }, flash: { type: 'string' }, bootrom: { type: 'string' },
        ring: { type: 'string' }, quiet: { type: 'string', default: '' },
    },
});
const require = createRequire(path.resolve(asked.modules) + '/');
const { Simulator, USBCDC, ConsoleLogger } = require('rp2040js');

const FLASH_BYTES = 2 << 20;
const CODE_AT = 0x10000000;
const WATCHDOG = 0x40058;
const ROSC = 0x40060;
const RANDOMBIT = 0x1c;
const CYCLE_NS = 8; // at 125 MHz
const PINS = 30;
const TOLD_NS = 5e6; // the interval of time reports
const ONE_NS = 500; // a high on the ring's wire that is longer is a one …
const END_NS = 50000; // … and a low that is longer ends the frame
const SILENT = 99; // the level of a silent log
const RESET = new Error('reset'); // leaves the emulator's current work

const quiet = new Set(asked.quiet.split(',').filter(Boolean).map(Number));
const flash = new Uint8Array(FLASH_BYTES).fill(0xff);
flash.set(fs.readFileSync(asked.flash));
const rom = fs.readFileSync(asked.bootrom);
console.warn = () => {};

let sim;
let mcu;
let usb;
let told = 0;
let before = 0; // microseconds of earlier boots
let wallBegan = 0;
let line = null;
let waiting = []; // for the Pico
let unread = []; // of the Pico, while nobody listens
const levels = new Array(PINS).fill(1);
const watchers = new Set();
const boots = []; // also sent to watchers that connect later

function us() {
    return Math.round(sim.clock.nanos / 1000) + before;
}

function tell(what) {
    for (const watcher of watchers) {
        watcher.write(JSON.stringify(what) + '\n');
    }
}

function boot(why) {
    const dog = mcu?.peripherals[WATCHDOG];
    if (sim) {
        before = us();
        flash.set(mcu.flash.subarray(0, FLASH_BYTES));
        line?.destroy();
        line = null;
        waiting = [];
        unread = [];
    }
    sim = new Simulator();
    mcu = sim.rp2040;
    told = 0;
    wallBegan = performance.now();
    mcu.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
    mcu.logger = new ConsoleLogger(SILENT);
    mcu.flash.set(flash, 0);
    makeFlashWritable();
    for (const each of mcu.pio) {
        each.run = () => {}; // its own clock is real time: ours is the core's
    }
    usb = new USBCDC(mcu.usbCtrl);
    usb.onSerialData = hear;
    mcu.gpio.forEach(listen);
    const chance = mcu.peripherals[ROSC];
    const readUint32 = chance.readUint32.bind(chance);
    chance.readUint32 = (offset) => (offset === RANDOMBIT ? Number(Math.random() < 0.5) : readUint32(offset));
    if (dog) {
        mcu.peripherals[WATCHDOG].reason = 1;
        mcu.peripherals[WATCHDOG].scratchData.set(dog.scratchData);
    }
    mcu.peripherals[WATCHDOG].onWatchdogTrigger = () => {
        throw RESET;
    };
    mcu.core.PC = CODE_AT;
    boots.push({ us: us(), boot: why });
    tell(boots.at(-1));
}

function hear(bytes) {
    tell({ us: us(), sent: Buffer.from(bytes).toString('hex') });
    if (line) {
        line.write(Buffer.from(bytes));
    } else {
        unread = unread.concat([...bytes]).slice(-4096);
    }
}

function listen(pin) {
    pin.setInputValue(Boolean(levels[pin.index]));
    if (String(pin.index) === asked.ring) {
        readRing(pin);
    } else if (!quiet.has(pin.index)) {
        pin.addListener((level) => {
            if (level < 2) {
                tell({ us: us(), pin: pin.index, level });
            }
        });
    }
}

// The emulator's flash has no commands: each routine of the boot ROM for it becomes a breakpoint that does the work.
function makeFlashWritable() {
    const ROUTINES = 0x14; // the address of the pointer to the ROM's table of routines
    const BREAKPOINT = 0xbe00;
    const RETURN = 0x4770;
    const FIRST = 0x40;
    const words = mcu.bootrom;
    const read = (at) => (words[at >> 2] >>> ((at & 2) * 8)) & 0xffff;
    const write = (at, value) => {
        const shift = (at & 2) * 8;
        words[at >> 2] = (words[at >> 2] & ~(0xffff << shift)) | (value << shift);
    };
    const routines = {
        RE: ([from, count]) => mcu.flash.fill(0xff, from, from + count),
        RP: ([to, from, count]) => {
            for (let at = 0; at < count; at++) {
                mcu.flash[to + at] &= mcu.readUint8(from + at);
            }
        },
        IF() {},
        EX() {},
        FC() {},
        CX() {},
    };
    const names = Object.keys(routines);
    for (let entry = read(ROUTINES); read(entry); entry += 4) {
        const place = names.indexOf(String.fromCharCode(read(entry) & 255, read(entry) >> 8));
        if (place >= 0) {
            const at = read(entry + 2) & ~1;
            write(at, BREAKPOINT | (FIRST + place));
            write(at + 2, RETURN);
        }
    }
    mcu.onBreak = (number) => {
        const name = names[number - FIRST];
        if (!name) {
            console.error(`breakpoint ${number}`);
            process.exit(1);
        }
        routines[name](mcu.core.registers);
    };
}

// WS2812: three bytes a light, green, red, blue; the length of each high is a bit.
function readRing(pin) {
    let up = 0;
    let began = 0;
    let bits = [];
    const end = sim.clock.createAlarm(() => {
        const ring = [];
        for (let at = 0; at + 24 <= bits.length; at += 24) {
            const [green, red, blue] = [0, 8, 16].map((from) => byteOf(bits.slice(at + from, at + from + 8)));
            ring.push(red + green + blue);
        }
        if (ring.length) {
            tell({ us: began, ring, odd: bits.length % 24 || undefined });
        }
        bits = [];
    });
    pin.addListener((level) => {
        const now = sim.clock.nanos;
        if (level === 1) {
            if (!bits.length) {
                began = us();
            }
            up = now;
            end.cancel();
        } else if (level === 0 && up) {
            bits.push(now - up > ONE_NS ? 1 : 0);
            end.schedule(END_NS);
        }
    });
}

function byteOf(bits) {
    return parseInt(bits.join(''), 2).toString(16).padStart(2, '0');
}

function set({ pin, level, after_us: afterUs = 0 }) {
    const change = () => {
        levels[pin] = level;
        mcu.gpio[pin].setInputValue(Boolean(level));
        tell({ us: us(), pulled: pin, level });
    };
    sim.clock.createAlarm(change).schedule(Math.max(afterUs * 1000, 1));
}

function serve(meet) {
    return new Promise((resolve) => {
        const server = net.createServer((socket) => {
            socket.setNoDelay(true);
            socket.on('error', () => {});
            meet(socket);
        });
        server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    });
}

function meetLine(socket) {
    line?.destroy();
    line = socket;
    if (unread.length) {
        socket.write(Buffer.from(unread));
        unread = [];
    }
    socket.on('data', (data) => {
        if (line === socket) {
            waiting.push(...data);
        }
    });
    socket.on('close', () => {
        if (line === socket) {
            line = null;
        }
    });
}

function meetPins(socket) {
    let rest = '';
    watchers.add(socket);
    for (const each of boots) {
        socket.write(JSON.stringify(each) + '\n');
    }
    socket.on('close', () => watchers.delete(socket));
    socket.on('data', (data) => {
        const lines = (rest + data).split('\n');
        rest = lines.pop();
        lines.map((text) => JSON.parse(text)).forEach(set);
    });
}

// Runs the due PIO machines. Returns when the next one is due, in nanoseconds.
function stepPio(now) {
    let next = Infinity;
    for (const each of mcu.pio) {
        for (const machine of each.stopped ? [] : each.machines.filter((one) => one.enabled)) {
            const period = (machine.clockDivInt + machine.clockDivFrac / 256) * CYCLE_NS;
            if (!(machine.at > now - 1e5)) {
                machine.at = now;
            }
            while (machine.at <= now) {
                const cycles = machine.cycles;
                machine.step();
                each.checkChangedPins();
                if (machine.waiting) {
                    machine.at = now + period;
                    break;
                }
                machine.at += Math.max(machine.cycles - cycles, 1) * period;
            }
            if (!machine.waiting) {
                next = Math.min(next, machine.at);
            }
        }
    }
    return next;
}

// Sleep is skipped, work is counted; the emulator never runs ahead of real time.
function run() {
    const STEPS = 100000;
    const A_SLEEP = 50; // the steps that one sleep counts for
    const FED = 511; // the steps between feeding bytes to the line
    const FIFO = 500;
    let next = Infinity;
    try {
        for (let step = 0; step < STEPS; step++) {
            if ((step & FED) === 0) {
                while (waiting.length && usb.txFIFO.itemCount < FIFO) {
                    usb.sendSerialByte(waiting.shift());
                }
            }
            if (mcu.core.waiting) {
                const slept = Math.min(sim.clock.nanosToNextAlarm, 1e6, Math.max(next - sim.clock.nanos, CYCLE_NS));
                if (slept <= 0) {
                    break;
                }
                sim.clock.tick(slept);
                step += A_SLEEP;
            } else {
                sim.clock.tick(mcu.core.executeInstruction() * CYCLE_NS);
            }
            next = mcu.pio.every((each) => each.stopped) ? Infinity : stepPio(sim.clock.nanos);
        }
    } catch (error) {
        if (error !== RESET) {
            throw error;
        }
        boot('reset');
    }
    const now = sim.clock.nanos;
    if (now - told >= TOLD_NS) {
        tell({ us: us() });
        told = now;
    }
    const ahead = now / 1e6 - (performance.now() - wallBegan);
    if (ahead > 2) {
        setTimeout(run, Math.min(ahead, 20));
    } else {
        setImmediate(run);
    }
}

boot('power');
const ports = { line: await serve(meetLine), pins: await serve(meetPins) };
process.stdin.on('end', () => process.exit()).resume();
console.log(JSON.stringify(ports));
run();
