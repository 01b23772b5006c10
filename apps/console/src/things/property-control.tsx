import { useMutation, useQueryClient } from '@tanstack/react-query';
import { thingQuery, writeProperty, type Property, type Thing } from '../api/things.js';
import { useTrellis } from '../session/session-context.js';
import { controlOf } from './control-of.js';
import { controls } from './controls.js';

interface PropertyControlProps {
  id: string;
  name: string;
  property: Property;
}

/** The control of a property. Shows the entered value while it is being written. */
export function PropertyControl({ id, name, property }: PropertyControlProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: (value: unknown) => writeProperty(trellis, { id, name, value }),
    onSuccess: (_answer, value) =>
      queries.setQueryData<Thing>(
        thingQuery(trellis, id).queryKey,
        (thing) =>
          thing && {
            ...thing,
            properties: { ...thing.properties, [name]: { ...thing.properties[name]!, value } },
          },
      ),
  });
  const control = controlOf(property);
  const Control = controls[control.kind];
  return (
    <Control
      control={control as never}
      label={property.title ?? name}
      unit={property.unit}
      schema={property}
      value={write.isPending ? write.variables : property.value}
      isBusy={write.isPending}
      onWrite={(value) => write.mutate(value)}
    />
  );
}
