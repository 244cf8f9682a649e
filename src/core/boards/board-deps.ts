/** The dependencies for reading boards from the platform. */
import type { CallDeps } from '../connections/call-platform.js'
import type { Deps } from '../ports/deps.js'

export type BoardDeps = CallDeps & Pick<Deps, 'onSectionGone'>
