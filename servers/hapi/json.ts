import Hapi from '@hapi/hapi'
import { profileOf } from '../../shared/models/profile.ts'

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })
let count = 0

server.route({ method: 'GET', path: '/json', handler: () => profileOf(++count) })

await server.start()
