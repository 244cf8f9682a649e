// Runs at npm install and npm ci: patches what is installed and leaves the build done, so that the first start is quick.
import { build, isBuilt, messageOf } from './build.mjs'
import { patch } from './patch.mjs'

try {
  patch()
  if (!isBuilt()) build()
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
