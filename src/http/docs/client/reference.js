/** Draws the reference with Swagger UI, which is loaded before this module runs. */

/**
 * @typedef {{ preauthorizeApiKey(scheme: string, key: string): void }} Drawn
 * @typedef {{ (options: object): Drawn, presets: { apis: unknown } }} Draw
 */

const draw = /** @type {Draw} */ (Reflect.get(window, 'SwaggerUIBundle'))

/** Follows the system's color scheme, also when it changes. */
function followScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', show)
  show()
}

/**
 * @typedef {{ example?: unknown, examples?: unknown, schema?: Parameter }} Parameter
 * @typedef {{ paths: Record<string, Record<string, { parameters?: Parameter[] }>>, components: { parameters: Record<string, Parameter> } }} Description
 */

/** @param {Description} description */
const parametersOf = ({ paths, components }) => [
  ...Object.values(components.parameters),
  ...Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ parameters = [] }) => parameters)),
]

/**
 * Removes examples, which would fill the form with another's account id and with one Idempotency-Key for every request.
 * @param {Parameter} parameter
 */
function withoutExample(parameter) {
  delete parameter.example
  delete parameter.examples
  if (parameter.schema) withoutExample(parameter.schema)
}

/** @param {string} url @returns {Promise<unknown>} */
async function read(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return response.json()
}

async function show() {
  const description = /** @type {Description} */ (await read('/v1/openapi.json'))
  for (const parameter of parametersOf(description)) withoutExample(parameter)
  const ui = draw({
    // requests go to the page's own origin, whichever of our names it uses
    spec: { ...description, servers: [{ url: location.origin }] },
    domNode: document.getElementById('reference'),
    presets: [draw.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    displayOperationId: true,
    displayRequestDuration: true,
    docExpansion: 'none',
    filter: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null, // no external validator
    onComplete: () => {
      const { keyUrl } = document.body.dataset
      if (keyUrl !== undefined) void useSandboxKey(ui, keyUrl)
    },
  })
}

/** @param {Drawn} ui @param {string} keyUrl */
async function useSandboxKey(ui, keyUrl) {
  const { key } = /** @type {{ key: string }} */ (await read(keyUrl))
  ui.preauthorizeApiKey('apiKey', key)
  document.getElementById('sandbox-note')?.removeAttribute('hidden')
}

followScheme()
show().catch((error) => {
  const place = document.getElementById('reference')
  if (place)
    place.textContent = `The reference can’t be shown. ${error instanceof Error ? error.message : ''} Load the page again.`
})
