// npm run setup: the guided setup, from the compiled build.
import { runBuilt } from './ready.mjs'

await runBuilt('src/cli/setup/main.js')
