/** As a process of low priority on a busy machine: it has begun to run after two seconds alone. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
await import('./stubborn-child.mjs')
