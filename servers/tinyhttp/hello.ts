import { App } from '@tinyhttp/app'

const app = new App()

app.get('/hello', (_req, res) => {
  res.json({ hello: 'world' })
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
