// npm start: the compiled build, built first when it is stale.
import { runBuilt } from './ready.mjs'

await runBuilt('src/main.js')
