/** The web pages, as folders in `apps`. */
export const pages = ['connect', 'console'];

/** The services, as folders in `apps`. */
export const services = ['units-service', 'accounts-service', 'connector-runtime', 'api-gateway'];
