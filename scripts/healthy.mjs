// For container engines: ends with 0 while the service of this machine is ready, else with 1 and why.
const port = process.env['PORT'] || '3000'
try {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(3_000) })
  if (!answer.ok) throw new Error(await answer.text())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
