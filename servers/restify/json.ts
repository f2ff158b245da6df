import restify from 'restify'
import { profileOf } from '../../shared/models/profile.ts'

const server = restify.createServer()
let count = 0

server.get('/json', (_req, res, next) => {
  res.send(profileOf(++count))
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
