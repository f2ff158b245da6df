import { createServer } from './create-server.ts'

const server = createServer()

server.get('/hello', (_req, res, next) => {
  res.send({ hello: 'world' })
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
