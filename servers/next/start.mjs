/** Starts the standalone server, which takes its address from HOSTNAME. The build copies this file to dist/. */
const server = './next/standalone/servers/next/server.js'
process.env.HOSTNAME = process.env.HOST
await import(server)
