// What the platform tells this system, or asks it, about consignments and reports that this laboratory works on.

/** Answers as the catalogue does; null for a path that is none of these. */
export const openConsigned = ({ store }) => {
  return (method, path, members) => {
    if (method === 'POST' && /^pre\/message\/[^/]+$/.test(path)) {
      // A consignment was submitted. The feed tells the rest; the answer says under which number this laboratory keeps it. A message that
      // comes again gets the same number.
      const { preConsignCode = '', consignProject = '' } = members;
      store.note('asked', `message ${preConsignCode}`, consignProject);
      return { code: 20000, message: '', data: { LimsConsignID: `LAB-${preConsignCode}` } };
    }
    return null;
  };
};
