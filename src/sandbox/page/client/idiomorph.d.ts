/** The sandbox serves the library beside these scripts (src/sandbox/page/routes.ts). */
export { Idiomorph } from 'idiomorph'
