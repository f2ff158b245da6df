import uWS from 'uwebsockets'
import { sendJson, start } from './http.ts'

const app = uWS.App()

app.get('/hello', (response) => sendJson(response, 200, { hello: 'world' }))

start(app)
