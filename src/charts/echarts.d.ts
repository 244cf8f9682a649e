/** The single-file build of the library has no types of its own, so it gets those of the package. */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export * from 'echarts'
}
