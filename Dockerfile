# One image per service: docker build --build-arg APP=api-gateway .
FROM node:24-slim AS build
ARG APP
WORKDIR /trellis
COPY . .
RUN npm install --no-save --no-audit --no-fund
RUN npx nx build ${APP}
# Installed anew: npm leaves what other workspaces need when it installs for one.
RUN rm -rf node_modules */*/node_modules \
  && npm install --no-save --omit=dev --omit=optional --no-audit --no-fund --workspace apps/${APP}

FROM node:24-slim
ARG APP
# Looking up a host name blocks a thread, and name servers may be slow.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=64
WORKDIR /trellis/apps/${APP}
COPY --from=build /trellis/node_modules /trellis/node_modules
COPY --from=build /trellis/apps/${APP} ./
USER node
CMD ["node", "dist/main.js"]
