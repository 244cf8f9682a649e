/** What tests wait for. */

/** A latch: `passed` resolves when it is opened. */
export function aGate(): { open: () => void; passed: Promise<void> } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), passed }
}

/** For `vi.waitFor` and `vi.waitUntil`, which give up after one second by themselves: `expect.poll` has its time from the configuration. */
export const SOON = { timeout: 60_000 }
