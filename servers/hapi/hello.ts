import Hapi from '@hapi/hapi'

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

server.route({ method: 'GET', path: '/hello', handler: () => ({ hello: 'world' }) })

await server.start()
