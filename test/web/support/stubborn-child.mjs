/** Stands for a parser that meets a page it cannot deal with, which nobody has found yet: what it does stands on the page. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (/** @type {{ page: { body: Uint8Array } }} */ { page }) => {
  const text = Buffer.from(page.body).toString()
  if (text === 'never begun') return
  process.send?.({ began: true })
  switch (text) {
    case 'endless':
      for (;;);
    case 'greedy':
      for (const kept = []; ; ) kept.push('x'.repeat(1_000_000).match(/x/g))
    // falls through never
    case 'killed':
      return void process.kill(process.pid, 'SIGKILL')
    case 'broken':
      return void process.send?.({ error: 'a bug' })
    default:
      process.send?.({ value: 'read' })
  }
})
