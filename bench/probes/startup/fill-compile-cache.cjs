/** Preloaded into one start of a server: Node writes its compile cache at exit, which most servers end without. */
const { enableCompileCache, flushCompileCache } = require('node:module')

enableCompileCache(process.env.FILLED_CACHE)
process.on('SIGTERM', () => {
  flushCompileCache()
  process.exit()
})
