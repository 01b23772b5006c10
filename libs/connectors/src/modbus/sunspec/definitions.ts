/**
 * The points of SunSpec's information models that are read, from the definitions that the SunSpec Alliance publishes at
 * https://github.com/sunspec/models (commit 7abdf898 of 2026-04-22, Apache License 2.0). A point is its name, its offset
 * from the id of its model, its type, and the offset of its scale factor if it has one. Where several models of a device
 * have the same value, the first of this list is read.
 */
export interface Definition {
  ids: number[];
  /** The group that is repeated up to the end of the model: the offset of the first, and the length of each. */
  repeated?: { from: number; length: number };
  points: string;
}

export const definitions: Definition[] = [
  {
    ids: [101, 102, 103],
    points: `
      A 2 uint16 6; AphA 3 uint16 6; AphB 4 uint16 6; AphC 5 uint16 6; PhVphA 10 uint16 13; PhVphB 11
      uint16 13; PhVphC 12 uint16 13; W 14 int16 15; Hz 16 uint16 17; VA 18 int16 19; VAr 20 int16 21; PF
      22 int16 23; WH 24 acc32 26; DCA 27 uint16 28; DCV 29 uint16 30; DCW 31 int16 32; TmpCab 33 int16
      37; TmpSnk 34 int16 37; St 38 enum16`,
  },
  {
    ids: [111, 112, 113],
    points: `
      A 2 float32; AphA 4 float32; AphB 6 float32; AphC 8 float32; PhVphA 16 float32; PhVphB 18 float32;
      PhVphC 20 float32; W 22 float32; Hz 24 float32; VA 26 float32; VAr 28 float32; PF 30 float32; WH 32
      float32; DCA 34 float32; DCV 36 float32; DCW 38 float32; TmpCab 40 float32; TmpSnk 42 float32; St 48
      enum16`,
  },
  {
    ids: [120],
    points: `
      WRtg 3 uint16 4`,
  },
  {
    ids: [123],
    points: `
      Conn 4 enum16; WMaxLimPct 5 uint16 23; WMaxLim_Ena 9 enum16`,
  },
  {
    ids: [124],
    points: `
      ChaState 8 uint16 22; InBatV 10 uint16 24; ChaSt 11 enum16; MinRsvPct 7 uint16 21; StorCtl_Mod 5
      bitfield16; OutWRte 12 int16 25; InWRte 13 int16 25; ChaGriSet 17 enum16`,
  },
  {
    ids: [160],
    repeated: { from: 10, length: 20 },
    points: `
      module.DCA 19 uint16 2; module.DCV 20 uint16 3; module.DCW 21 uint16 4; module.DCWH 22 acc32 5;
      module.Tmp 26 int16; module.DCSt 27 enum16`,
  },
  {
    ids: [201, 202, 203, 204],
    points: `
      A 2 int16 6; AphA 3 int16 6; AphB 4 int16 6; AphC 5 int16 6; PhV 7 int16 15; PhVphA 8 int16 15;
      PhVphB 9 int16 15; PhVphC 10 int16 15; Hz 16 int16 17; W 18 int16 22; WphA 19 int16 22; WphB 20
      int16 22; WphC 21 int16 22; VA 23 int16 27; VAR 28 int16 32; PF 33 int16 37; TotWhImp 46 acc32 54;
      TotWhExp 38 acc32 54`,
  },
  {
    ids: [211, 212, 213, 214],
    points: `
      A 2 float32; AphA 4 float32; AphB 6 float32; AphC 8 float32; PhV 10 float32; PhVphA 12 float32;
      PhVphB 14 float32; PhVphC 16 float32; Hz 26 float32; W 28 float32; WphA 30 float32; WphB 32 float32;
      WphC 34 float32; VA 36 float32; VAR 44 float32; PF 52 float32; TotWhImp 68 float32; TotWhExp 60
      float32`,
  },
  {
    ids: [701],
    points: `
      InvSt 4 enum16; W 10 int16 116; VA 11 int16 118; Var 12 int16 119; A 14 int16 113; LNV 16 uint16
      114; Hz 17 uint32 115; TotWhInj 19 uint64 120; TotWhAbs 23 uint64 120; TmpCab 36 int16 122; TmpSnk
      37 int16 122; WL1 41 int16 116; AL1 45 int16 113; VL1 47 uint16 114; WL2 64 int16 116; AL2 68 int16
      113; VL2 70 uint16 114; WL3 87 int16 116; AL3 91 int16 113; VL3 93 uint16 114`,
  },
  {
    ids: [702],
    points: `
      WMaxRtg 2 uint16 45`,
  },
  {
    ids: [704],
    points: `
      WMaxLimPctEna 14 enum16; WMaxLimPct 15 uint16 54`,
  },
  {
    ids: [713],
    points: `
      WHAvail 3 uint16 7; SoC 4 uint16 8; SoH 5 uint16 8`,
  },
  {
    ids: [714],
    repeated: { from: 20, length: 25 },
    points: `
      Prt.DCA 30 int16 15; Prt.DCV 31 uint16 16; Prt.DCW 32 int16 17; Prt.DCWhInj 33 uint64 18; Prt.Tmp 41
      int16 19`,
  },
  {
    ids: [802],
    points: `
      SoC 11 uint16 56; SoH 13 uint16 58; NCyc 14 uint32; ChaSt 16 enum16; V 34 uint16 59; A 44 int16 61;
      W 47 int16 63`,
  },
];
