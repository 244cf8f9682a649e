/** HTTP statuses in words. */

/** The statuses that people know by name. */
const STATUS: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
export const statusText = (status: number): string => [String(status), ...(STATUS[status] ? [STATUS[status]] : [])].join(' ')
