import express from 'express'

const app = express()

app.get('/hello', (_req, res) => {
  res.json({ hello: 'world' })
})

app.listen(Number(process.env.PORT), process.env.HOST as string)
