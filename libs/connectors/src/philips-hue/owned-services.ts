import { pointers, type Resource } from './resource.js';

/** The most services of one device, against faulty or hostile bridges. */
const maxServicesPerDevice = 500;

/** The most owners of a service, which normally has one; a hostile bridge could name a large one in all devices. */
const maxOwnersPerService = 10;

/** Returns the ids of the services of a device or group. */
export const serviceIds = ({ services }: Resource): string[] => {
  const listed = Array.isArray(services) ? services.slice(0, maxServicesPerDevice) : [];
  return [...new Set(pointers.parse(listed).map(({ rid }) => rid))];
};

/** Finds the services of devices and groups, a bounded number for each. */
export class OwnedServices {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #owners = new Map<string, number>();

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources;
  }

  of(owner: Resource): Resource[] {
    return serviceIds(owner).flatMap((id) => this.#take(id) ?? []);
  }

  #take(id: string): Resource | undefined {
    const owners = (this.#owners.get(id) ?? 0) + 1;
    this.#owners.set(id, owners);
    return owners > maxOwnersPerService ? undefined : this.#resources.get(id);
  }
}
