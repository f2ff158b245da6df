import HyperExpress from 'hyper-express'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

const server = new HyperExpress.Server()

server.get('/json', (_request, response) => {
  response.json(profileOf(++count))
})

await server.listen(Number(process.env.PORT), process.env.HOST)
