export const placeMapMessages = { mapOf: (address: string) => `${address}附近的地图` };
