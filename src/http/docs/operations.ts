/** Renders the OpenAPI document as a Markdown reference. */

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
}
type Referable<T> = T | { $ref: string }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Content = { content?: { 'application/json'?: { schema?: Schema } } }
type Response = Content & { description?: string }
type Operation = {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: Referable<Parameter>[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Referable<Response>>
}
export type Described = {
  info: { description?: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, unknown>>
}

/** Schemas nested deeper are shown by name only. */
const DEPTH = 3

export function referenceMarkdown(document: Described): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const find = makeFind(document)
  const common = refusalsOfAll(
    all.map(({ operation }) => operation),
    find,
  )
  const writer = makeWriter(document, find, new Set(common.map(({ status }) => status)))
  const sections = (document.tags ?? []).map(({ name, description = '' }) => {
    const own = all.filter(({ operation }) => operation.tags?.includes(name))
    return [`## ${name}`, description, ...own.map((one) => writer.operation(one.method, one.path, one.operation))].join('\n\n')
  })
  const refusals = [
    '## Refusals of every operation',
    common.map(({ status, description }) => refusal(status, description)).join('\n'),
  ]
  return ['# Reference', document.info.description ?? '', ...refusals, ...sections, writer.shapes(), ''].join('\n\n')
}

type Find = <T>(given: Referable<T>) => T

function makeFind({ components = {} }: Described): Find {
  return <T>(given: Referable<T>) => {
    if (typeof given !== 'object' || given === null || !('$ref' in given)) return given
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(given.$ref) ?? []
    return components[kind]?.[name] as T // every reference of the document resolves
  }
}

/** Refusals that all operations share, written once. */
function refusalsOfAll(operations: Operation[], find: Find): { status: string; description: string }[] {
  const [first = [], ...others] = operations.map(({ responses = {} }) =>
    Object.entries(responses)
      .filter(([status]) => isRefusal(status))
      .map(([status, given]) => ({ status, description: find(given).description ?? '' })),
  )
  return first.filter((one) =>
    others.every((list) => list.some(({ status, description }) => status === one.status && description === one.description)),
  )
}

const isRefusal = (status: string): boolean => status === 'default' || status >= '300'

/** Several reasons of one status become a list below it. */
const refusal = (status: string, description = ''): string =>
  description.startsWith('- ') ? `- ${status}\n${description.replace(/^/gm, '  ')}` : `- ${status}${said(description)}`

/** @param common statuses that are described once for all operations */
function makeWriter({ components = {} }: Described, find: Find, common: Set<string>) {
  const typeOf = (schema: Schema): string => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? ''
      return `[${name}](#${name.toLowerCase()})`
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
    const several = schema.anyOf ?? schema.oneOf
    if (several) return several.map(typeOf).join(' or ')
    if (schema.allOf) return schema.allOf.map(typeOf).join(' and ')
    const type = [schema.type ?? 'anything'].flat().join(' or ')
    if (type === 'array' && schema.items) return `list of ${typeOf(schema.items)}`
    return schema.format === undefined ? type : `${type}, ${schema.format}`
  }

  /** The fields of an object, or of a list's entries. */
  const fieldsOf = (schema: Schema, depth = 0): string[] => {
    const { properties, required = [], items } = schema
    if (properties === undefined) return items ? fieldsOf(items, depth) : []
    return Object.entries(properties).flatMap(([name, field]) => {
      const optional = required.includes(name) ? '' : ', optional'
      const line = `${'  '.repeat(depth)}- \`${name}\` (${typeOf(field)}${optional})${said(field.description)}`
      return depth < DEPTH ? [line, ...fieldsOf(field, depth + 1)] : [line]
    })
  }

  const answer = (status: string, given: Referable<Response>): string[] => {
    const { description, content } = find(given)
    const schema = content?.['application/json']?.schema
    if (isRefusal(status)) return common.has(status) ? [] : [refusal(status, description)]
    const data = schema?.properties?.['data']
    const meta = schema?.properties?.['meta']
    const more = Object.entries(meta?.properties ?? {}).filter(([name]) => name !== 'requestId')
    return [
      `- ${status}${said(description)}`,
      ...(data ? fieldsOf(data, 1).map((line) => line.replace('- `', '- `data.')) : []),
      ...more.map(([name, field]) => `  - \`meta.${name}\` (${typeOf(field)})${said(field.description)}`),
    ]
  }

  return {
    operation(method: string, path: string, operation: Operation): string {
      const { operationId = '', summary = '', description, deprecated, parameters = [], requestBody, responses = {} } = operation
      const given = parameters.map(find).filter((one) => one.in !== 'header')
      const body = requestBody?.content?.['application/json']?.schema
      return [
        `### ${operationId}`,
        `\`${method.toUpperCase()} ${path}\`: ${summary}.${deprecated ? ' **Deprecated.**' : ''}`,
        ...(description === undefined ? [] : [description]),
        ...block('Parameters', given.map(parameterLine)),
        ...block(requestBody?.required === false ? 'Body, which may be left out' : 'Body', body ? fieldsOf(body) : []),
        ...block(
          'Answers',
          Object.entries(responses).flatMap(([status, one]) => answer(status, one)),
        ),
      ].join('\n\n')
    },
    shapes(): string {
      const schemas = Object.entries(components['schemas'] ?? {}) as [string, Schema][]
      const written = schemas.map(([name, schema]) => {
        const fields = fieldsOf(schema)
        return [`### ${name}`, schema.description ?? '', fields.length > 0 ? fields.join('\n') : typeOf(schema)]
          .filter((part) => part !== '')
          .join('\n\n')
      })
      return ['## Shapes', ...written].join('\n\n')
    },
  }

  function parameterLine({ name, in: place, required, description, schema }: Parameter): string {
    return `- \`${name}\` (${place}, ${typeOf(schema)}${required ? '' : ', optional'})${said(description ?? schema.description)}`
  }
}

const said = (text: string | undefined): string => (text === undefined || text === '' ? '' : `: ${text.replaceAll('\n', ' ')}`)

const block = (title: string, lines: string[]): string[] => (lines.length === 0 ? [] : [`**${title}**`, lines.join('\n')])
