// What is loaded before the service: stacks name our sources. Those of packages stay as they are, where Node can tell them apart: their maps
// take 10 MB and a tenth of a second.
import module from 'node:module'

/** @type {typeof module & { setSourceMapsSupport?: (isOn: boolean, options: { nodeModules: boolean }) => void }} of Node 22.14 and newer */
const { setSourceMapsSupport } = module

if (setSourceMapsSupport) setSourceMapsSupport(true, { nodeModules: false })
else process.setSourceMapsEnabled(true)
