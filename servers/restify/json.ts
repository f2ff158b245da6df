import { profileOf } from '../../shared/models/profile.ts'
import { createServer } from './create-server.ts'

const server = createServer()
let count = 0

server.get('/json', (_req, res, next) => {
  res.send(profileOf(++count))
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
