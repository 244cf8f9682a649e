/** `doctor`: examines everything an installation needs. The only command that works without a valid configuration or database. */
import type { Check } from '../service/doctor/check.js'
import type { StandaloneCommand } from './command.js'

const MARK: Record<Check['state'], string> = { ok: 'ok     ', warning: 'look   ', problem: 'PROBLEM', skipped: '-      ' }

export const doctor: StandaloneCommand = {
  name: 'doctor',
  usage: '',
  summary:
    'Looks at everything the service needs: packages, configuration, database, migrations, clock, key, media, Pinterest, Slack, the\n' +
    '    model, mail, the public address, each with what to do about it. Changes nothing that lasts. Ends with 1 where something has to be fixed.',
  examples: ['doctor'],
  options: {},
  prepareAlone() {
    return async ({ examine }) => {
      const checks = await examine()
      const problems = checks.filter(({ state }) => state === 'problem').length
      const warnings = checks.filter(({ state }) => state === 'warning').length
      return {
        json: { isHealthy: problems === 0, checks },
        lines: [...checks.flatMap(linesOf), lastLine(problems, warnings)],
        exitCode: problems === 0 ? 0 : 1,
      }
    }
  },
}

const linesOf = ({ part, state, said, remedy }: Check) => [
  `${MARK[state]}  ${part}: ${said}`,
  ...(remedy === null ? [] : [`           ${remedy}`]),
]

function lastLine(problems: number, warnings: number): string {
  if (problems > 0) return problems === 1 ? 'One problem has to be fixed.' : `${problems} problems have to be fixed.`
  if (warnings > 0)
    return warnings === 1 ? 'It works. One thing is worth a look.' : `It works. ${warnings} things are worth a look.`
  return 'Everything is as it should be.'
}
