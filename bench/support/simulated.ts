/** What the simulated platform of a bench knows. */
export const TOKEN = 'pina_test'
export const BOARD = '101'
export const v5 = (url: string): string => `${url}/sandbox/platform/v5`
