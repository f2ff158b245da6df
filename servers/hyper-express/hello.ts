import HyperExpress from 'hyper-express'

const server = new HyperExpress.Server()

server.get('/hello', (_request, response) => {
  response.json({ hello: 'world' })
})

await server.listen(Number(process.env.PORT), process.env.HOST)
