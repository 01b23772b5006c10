import { pointers, type Resource } from './resource.js';

/** Bounds what a faulty or hostile bridge can make of one device. */
const maxServicesPerDevice = 500;

/** A service belongs to one device; a hostile bridge could name a large one in all of them. */
const maxOwnersPerService = 10;

/** Which services a device or group names. */
export const serviceIds = ({ services }: Resource): string[] => {
  const listed = Array.isArray(services) ? services.slice(0, maxServicesPerDevice) : [];
  return [...new Set(pointers.parse(listed).map(({ rid }) => rid))];
};

/** Finds the services of devices and groups, of each a bounded number. */
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
