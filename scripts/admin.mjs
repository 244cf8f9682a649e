// npm run admin: the operator's commands, from the compiled build.
import { runBuilt } from './ready.mjs'

await runBuilt('src/cli/admin.js')
