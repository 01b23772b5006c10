# One image a service: docker build --build-arg APP=api-gateway .
FROM node:24-slim AS build
ARG APP
WORKDIR /trellis
COPY . .
RUN npm install --no-save --no-audit --no-fund
RUN npx nx run-many -t generate && npx nx build ${APP}
# What the bundle needs at run time, without the tools that made it.
RUN npm install --no-save --omit=dev --no-audit --no-fund --workspace apps/${APP}

FROM node:24-slim
ARG APP
# Looking up names takes threads, and a name server may be slow.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=64
WORKDIR /trellis/apps/${APP}
COPY --from=build /trellis/node_modules /trellis/node_modules
COPY --from=build /trellis/libs /trellis/libs
COPY --from=build /trellis/apps/${APP} ./
USER node
CMD ["node", "dist/main.js"]
