// Loaded before the program: the wall clock jumps by JUMP_MS whenever the process gets SIGUSR2, and starts at START_MS.
const real = Date.now;
let offset = process.env.CLOCK_START === undefined ? 0 : Number(process.env.CLOCK_START) - real();
process.on('SIGUSR2', () => {
  offset += Number(process.env.CLOCK_JUMP_MS);
});
const now = () => real() + offset;
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }
};
