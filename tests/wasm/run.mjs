// node run.mjs MODULE.wasm STEPS: prints what the native program prints, computed by the WebAssembly module.
import { readFile } from "node:fs/promises";

// The core does no input or output, so the module's few system imports are never called in a good run.
function refusingImports(module) {
  const imports = {};
  for (const { module: space, name } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {};
    imports[space][name] = () => {
      throw new Error(`the core called ${name}`);
    };
  }
  return imports;
}

function hexBits(view, address) {
  return view.getBigUint64(address, true).toString(16).padStart(16, "0");
}

const [path, steps] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(path));
const { exports } = await WebAssembly.instantiate(module, refusingImports(module));
exports._initialize();
const count = exports.run_pendulums(Number(steps));
if (count === 0) throw new Error("the run failed");
const view = new DataView(exports.memory.buffer);
const address = exports.values();
for (let i = 0; i < count; i++) console.log(hexBits(view, address + 8 * i));
