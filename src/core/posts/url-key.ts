/** Which destinations count as the same url. */

/**
 * The url without its scheme, host case, default port, trailing slashes and fragment: equal keys are the same url.
 * @param url an absolute http(s) address
 * @see decisions.md section 3 "Spacing rules"
 */
export function urlKeyOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `${host}${pathname.replace(/\/+$/, '')}${search}`
}
