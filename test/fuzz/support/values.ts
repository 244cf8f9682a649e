/** Whatever somebody may send: what fits a JSON Schema, nearly fits it, or was made to do harm. */
import { fc } from '../../support/random.js'

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  examples?: unknown[]
}

/** Text that somewhere meant something else than its letters. */
export const HOSTILE: readonly string[] = [
  ...['\0', 'a\0b', '\ud800', '\udc00x', '\ufeff', '\u202egnp.exe', '\u2028', '🏳️‍🌈'.repeat(60), 'İ', 'ß'.repeat(101)],
  ...["' or 1=1--", "'); drop table posts;--", '$1', '%_\\', '{{7*7}}', '${7*7}', '#{7*7}', '=1+1', '@SUM(A1)', '-2+3|cmd'],
  ...['<!channel>', '<!here|x>', '<@U1>', '<https://evil.test|click>', '&lt;!channel&gt;', '*_~`', '```'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', 'data:text/html,x'],
  ...[
    'a\r\nSet-Cookie: x=1',
    'x\nx-injected: 1',
    '%0d%0aLocation: //evil.test',
    '../../../etc/passwd',
    '..%2f..%2f',
    'file:///etc/passwd',
  ],
  ...[
    'http://127.0.0.1:1/x',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0x7f000001/',
    'https://a@b@c/',
    'https://',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true', '[object Object]'],
  ...['0', '-1', '1e9', '9223372036854775807', '9223372036854775808', '99999999999999999999', '1.5', ' 1', '٣', '0x10', '1_000'],
  ...[
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
    '2026-02-30',
    '2026-13-45T00:00:00Z',
    '24:00',
    '25:61',
    '2026-03-08T02:30:00',
  ],
  ...[
    'UTC',
    'Mars/Base',
    'America/New_York',
    'Etc/GMT+12',
    '',
    ' ',
    '\t\n',
    'a'.repeat(3_000),
    'é'.repeat(501),
    'x'.repeat(70_000),
  ],
]
const NUMBERS = [0, 1, -1, -0, 1.5, 20, 100, 101, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324]

const few = (names: string[]) => fc.subarray(names, { maxLength: Math.min(4, names.length) })

/** Once in twenty, else null. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const words = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 600 }))
/** Lists in each other, up to what a client can still write. */
const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inside) => [inside], 0)
const anything = fc.oneof(
  { weight: 6, arbitrary: words },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(...NUMBERS, true, false, null, [], {}, [[]], [null], nested(40), nested(1_500)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** @param known what is right somewhere: ids, addresses, times. @param own what is right for fields of these names, nearly always sent */
export function makeValues(
  known: readonly unknown[],
  find: (ref: string) => Schema | undefined = () => undefined,
  own: Record<string, readonly unknown[]> = {},
) {
  const plausible = fc.constantFrom(...known)

  const fitting = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const { $ref, anyOf, oneOf, allOf, type } = schema
    if ($ref !== undefined) return of(find($ref) ?? {}, depth)
    const either = anyOf ?? oneOf
    if (either && either.length > 0) return fc.oneof(...either.map((one) => of(one, depth)))
    if (allOf) return of(Object.assign({}, ...allOf) as Schema, depth)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return record(schema, depth + 1)
      case 'array': {
        const { items = {}, minItems = 0, maxItems = 5 } = schema
        return fc.array(of(items, depth + 1), {
          minLength: Math.min(minItems, 6),
          maxLength: Math.max(minItems, Math.min(maxItems, 6)),
        })
      }
      case 'integer':
      case 'number': {
        const least = schema.minimum ?? schema.exclusiveMinimum ?? -1_000
        const most = schema.maximum ?? schema.exclusiveMaximum ?? 10_000
        return fc.oneof(
          fc.constantFrom(least, most),
          fc.integer({ min: Math.ceil(least), max: Math.max(Math.ceil(least), Math.floor(Math.min(most, 2 ** 50))) }),
        )
      }
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'string':
        return fc.oneof(
          { weight: 5, arbitrary: plausible.map((one) => (typeof one === 'string' ? one : String(one))) },
          {
            weight: 2,
            arbitrary: fc.string({
              minLength: Math.min(schema.minLength ?? 0, 50),
              maxLength: Math.min(schema.maxLength ?? 60, 800),
            }),
          },
          ...(schema.examples ? [{ weight: 3, arbitrary: fc.constantFrom(...schema.examples) }] : []),
        )
      default:
        return plausible
    }
  }
  /** Now and then something else than what fits. */
  const of = (schema: Schema, depth = 0): fc.Arbitrary<unknown> =>
    depth > 5
      ? plausible
      : fc.oneof(
          { weight: 8, arbitrary: fitting(schema, depth) },
          { weight: 1, arbitrary: plausible },
          { weight: 1, arbitrary: anything },
        )

  const named = (name: string, otherwise: fc.Arbitrary<unknown>) =>
    own[name]
      ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...own[name]) }, { weight: 1, arbitrary: otherwise })
      : otherwise

  const record = ({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<Record<string, unknown>> =>
    fc
      .tuple(
        fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, named(name, of(one, depth))])), {
          requiredKeys: required.filter((name) => name in properties),
        }),
        // of the others few at a time, so that what is sent is not always wrong somewhere
        few(Object.keys(properties).filter((name) => !required.includes(name))),
        seldom(fc.tuple(words, anything)),
        seldom(fc.constantFrom(...required, '')),
      )
      .map(([all, some, more, left]) => {
        const kept = Object.fromEntries(
          Object.entries(all).filter(([name]) => (required.includes(name) && name !== left) || some.includes(name)),
        )
        return more ? { ...kept, [more[0]]: more[1] } : kept
      })

  return { of, record: (schema: Schema) => record(schema, 0), anything, words, plausible }
}
