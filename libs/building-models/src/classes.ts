/**
 * The classes of Brick and RealEstateCore (both BSD-3-Clause), by what they are classes of. Written by
 * `tools/src/generate-building-classes.mjs` from https://brickschema.org/schema/1.3/Brick 1.3.0 and https://w3id.org/rec 4.0.
 */
export const classNames = {
  point: {
    brick: `
      Acceleration_Time_Setpoint Active_Power_Sensor Adjust_Sensor Air_Alarm
      Air_Differential_Pressure_Sensor Air_Differential_Pressure_Setpoint Air_Enthalpy_Sensor
      Air_Flow_Alarm Air_Flow_Deadband_Setpoint Air_Flow_Demand_Setpoint Air_Flow_Loss_Alarm
      Air_Flow_Sensor Air_Flow_Setpoint Air_Flow_Setpoint_Limit Air_Grains_Sensor Air_Quality_Sensor
      Air_Static_Pressure_Step_Parameter Air_Temperature_Alarm Air_Temperature_Integral_Time_Parameter
      Air_Temperature_Sensor Air_Temperature_Setpoint Air_Temperature_Setpoint_Limit
      Air_Temperature_Step_Parameter Air_Wet_Bulb_Temperature_Sensor Alarm Alarm_Delay_Parameter
      Alarm_Sensitivity_Parameter Ammonia_Sensor Angle_Sensor Automatic_Mode_Command
      Availability_Status Average_Cooling_Demand_Sensor Average_Discharge_Air_Flow_Sensor
      Average_Exhaust_Air_Static_Pressure_Sensor Average_Heating_Demand_Sensor
      Average_Supply_Air_Flow_Sensor Average_Zone_Air_Temperature_Sensor Battery_Voltage_Sensor
      Boiler_Command Box_Mode_Command Building_Air_Humidity_Setpoint
      Building_Air_Static_Pressure_Sensor Building_Air_Static_Pressure_Setpoint Bypass_Air_Flow_Sensor
      Bypass_Air_Humidity_Setpoint Bypass_Command Bypass_Water_Flow_Sensor Bypass_Water_Flow_Setpoint
      CO2_Alarm CO2_Alarm_Sensitivity_Parameter CO2_Differential_Sensor CO2_Level_Sensor CO2_Sensor
      CO2_Setpoint CO_Differential_Sensor CO_Level_Sensor CO_Sensor Capacity_Sensor
      Change_Filter_Alarm Chilled_Water_Differential_Pressure_Deadband_Setpoint
      Chilled_Water_Differential_Pressure_Integral_Time_Parameter
      Chilled_Water_Differential_Pressure_Load_Shed_Reset_Status
      Chilled_Water_Differential_Pressure_Load_Shed_Setpoint
      Chilled_Water_Differential_Pressure_Load_Shed_Status
      Chilled_Water_Differential_Pressure_Proportional_Band_Parameter
      Chilled_Water_Differential_Pressure_Sensor Chilled_Water_Differential_Pressure_Setpoint
      Chilled_Water_Differential_Pressure_Step_Parameter Chilled_Water_Differential_Temperature_Sensor
      Chilled_Water_Discharge_Flow_Sensor Chilled_Water_Discharge_Flow_Setpoint
      Chilled_Water_Discharge_Temperature_Sensor Chilled_Water_Flow_Sensor Chilled_Water_Flow_Setpoint
      Chilled_Water_Return_Flow_Sensor Chilled_Water_Return_Temperature_Sensor
      Chilled_Water_Static_Pressure_Setpoint Chilled_Water_Supply_Flow_Sensor
      Chilled_Water_Supply_Flow_Setpoint Chilled_Water_Supply_Temperature_Sensor
      Chilled_Water_System_Enable_Command Chilled_Water_Temperature_Sensor
      Chilled_Water_Temperature_Setpoint Close_Limit Coldest_Zone_Air_Temperature_Sensor
      Collection_Basin_Water_Level_Alarm Collection_Basin_Water_Level_Sensor
      Collection_Basin_Water_Temperature_Sensor Command Communication_Loss_Alarm Condensate_Leak_Alarm
      Condenser_Water_Flow_Sensor Condenser_Water_Flow_Setpoint Condenser_Water_Temperature_Sensor
      Conductivity_Sensor Contact_Sensor Cooling_Command Cooling_Demand_Sensor Cooling_Demand_Setpoint
      Cooling_Discharge_Air_Flow_Setpoint Cooling_Discharge_Air_Temperature_Deadband_Setpoint
      Cooling_Discharge_Air_Temperature_Integral_Time_Parameter
      Cooling_Discharge_Air_Temperature_Proportional_Band_Parameter Cooling_Enable_Command
      Cooling_Mode_Status Cooling_Start_Stop_Status Cooling_Supply_Air_Flow_Setpoint
      Cooling_Supply_Air_Temperature_Deadband_Setpoint
      Cooling_Supply_Air_Temperature_Integral_Time_Parameter
      Cooling_Supply_Air_Temperature_Proportional_Band_Parameter Cooling_Temperature_Setpoint
      Core_Temperature_Sensor Core_Temperature_Setpoint Current_Imbalance_Sensor Current_Limit
      Current_Output_Sensor Current_Ratio_Setpoint Current_Sensor Curtailment_Override_Command
      Cycle_Alarm DC_Bus_Voltage_Sensor Damper_Command Damper_Position_Command Damper_Position_Sensor
      Damper_Position_Setpoint Damper_Position_Status Deadband_Setpoint Deceleration_Time_Setpoint
      Dehumidification_Start_Stop_Status Deionised_Water_Conductivity_Sensor
      Deionised_Water_Level_Sensor Deionized_Water_Alarm Delay_Parameter Demand_Sensor Demand_Setpoint
      Derivative_Gain_Parameter Derivative_Time_Parameter Dewpoint_Sensor Dewpoint_Setpoint
      Differential_Air_Temperature_Setpoint Differential_Discharge_Return_Water_Temperature_Sensor
      Differential_Entering_Leaving_Water_Temperature_Sensor Differential_Pressure_Deadband_Setpoint
      Differential_Pressure_Integral_Time_Parameter Differential_Pressure_Load_Shed_Status
      Differential_Pressure_Proportional_Band Differential_Pressure_Sensor
      Differential_Pressure_Setpoint Differential_Pressure_Setpoint_Limit
      Differential_Pressure_Step_Parameter Differential_Setpoint Differential_Speed_Sensor
      Differential_Speed_Setpoint Differential_Supply_Return_Water_Temperature_Sensor
      Differential_Temperature_Setpoint Direction_Command Direction_Sensor Direction_Status
      Disable_Command Disable_Differential_Enthalpy_Command Disable_Differential_Temperature_Command
      Disable_Fixed_Enthalpy_Command Disable_Fixed_Temperature_Command
      Disable_Hot_Water_System_Outside_Air_Temperature_Setpoint Disable_Status
      Discharge_Air_Dewpoint_Sensor Discharge_Air_Differential_Pressure_Sensor
      Discharge_Air_Differential_Pressure_Setpoint Discharge_Air_Duct_Pressure_Status
      Discharge_Air_Flow_Demand_Setpoint Discharge_Air_Flow_High_Reset_Setpoint
      Discharge_Air_Flow_Low_Reset_Setpoint Discharge_Air_Flow_Reset_Setpoint
      Discharge_Air_Flow_Sensor Discharge_Air_Flow_Setpoint Discharge_Air_Humidity_Sensor
      Discharge_Air_Humidity_Setpoint Discharge_Air_Integral_Gain_Parameter
      Discharge_Air_Proportional_Gain_Parameter Discharge_Air_Smoke_Detection_Alarm
      Discharge_Air_Static_Pressure_Deadband_Setpoint
      Discharge_Air_Static_Pressure_Integral_Time_Parameter
      Discharge_Air_Static_Pressure_Proportional_Band_Parameter Discharge_Air_Static_Pressure_Sensor
      Discharge_Air_Static_Pressure_Setpoint Discharge_Air_Static_Pressure_Step_Parameter
      Discharge_Air_Temperature_Alarm Discharge_Air_Temperature_Cooling_Setpoint
      Discharge_Air_Temperature_Deadband_Setpoint Discharge_Air_Temperature_Heating_Setpoint
      Discharge_Air_Temperature_High_Reset_Setpoint Discharge_Air_Temperature_Low_Reset_Setpoint
      Discharge_Air_Temperature_Proportional_Band_Parameter
      Discharge_Air_Temperature_Reset_Differential_Setpoint Discharge_Air_Temperature_Sensor
      Discharge_Air_Temperature_Setpoint Discharge_Air_Temperature_Setpoint_Limit
      Discharge_Air_Temperature_Step_Parameter Discharge_Air_Velocity_Pressure_Sensor
      Discharge_Chilled_Water_Temperature_Setpoint Discharge_Condenser_Water_Flow_Sensor
      Discharge_Condenser_Water_Temperature_Sensor Discharge_Condenser_Water_Temperature_Setpoint
      Discharge_Hot_Water_Temperature_Setpoint Discharge_Water_Flow_Sensor
      Discharge_Water_Flow_Setpoint Discharge_Water_Temperature_Sensor
      Domestic_Hot_Water_Discharge_Temperature_Sensor
      Domestic_Hot_Water_Discharge_Temperature_Setpoint Domestic_Hot_Water_Supply_Temperature_Sensor
      Domestic_Hot_Water_Supply_Temperature_Setpoint Domestic_Hot_Water_System_Enable_Command
      Domestic_Hot_Water_Temperature_Sensor Domestic_Hot_Water_Temperature_Setpoint Drive_Ready_Status
      Duration_Sensor EconCycle_Start_Stop_Status Effective_Air_Temperature_Cooling_Setpoint
      Effective_Air_Temperature_Heating_Setpoint Effective_Air_Temperature_Setpoint
      Effective_Discharge_Air_Temperature_Setpoint Effective_Return_Air_Temperature_Setpoint
      Effective_Room_Air_Temperature_Setpoint Effective_Supply_Air_Temperature_Setpoint
      Effective_Zone_Air_Temperature_Setpoint Electric_Energy_Sensor Electric_Power_Sensor
      Embedded_Temperature_Sensor Embedded_Temperature_Setpoint Emergency_Air_Flow_System_Status
      Emergency_Alarm Emergency_Generator_Alarm Emergency_Generator_Status
      Emergency_Power_Off_System_Activated_By_High_Temperature_Status
      Emergency_Power_Off_System_Activated_By_Leak_Detection_System_Status
      Emergency_Power_Off_System_Status Emergency_Push_Button_Status Enable_Command
      Enable_Differential_Enthalpy_Command Enable_Differential_Temperature_Command
      Enable_Fixed_Enthalpy_Command Enable_Fixed_Temperature_Command
      Enable_Hot_Water_System_Outside_Air_Temperature_Setpoint Enable_Status Energy_Generation_Sensor
      Energy_Sensor Energy_Usage_Sensor Entering_Chilled_Water_Flow_Sensor
      Entering_Chilled_Water_Flow_Setpoint Entering_Chilled_Water_Temperature_Sensor
      Entering_Chilled_Water_Temperature_Setpoint Entering_Condenser_Water_Flow_Sensor
      Entering_Condenser_Water_Temperature_Sensor Entering_Condenser_Water_Temperature_Setpoint
      Entering_Domestic_Hot_Water_Temperature_Sensor Entering_Domestic_Hot_Water_Temperature_Setpoint
      Entering_High_Temperature_Hot_Water_Temperature_Sensor Entering_Hot_Water_Flow_Sensor
      Entering_Hot_Water_Flow_Setpoint Entering_Hot_Water_Temperature_High_Reset_Setpoint
      Entering_Hot_Water_Temperature_Load_Shed_Status
      Entering_Hot_Water_Temperature_Low_Reset_Setpoint Entering_Hot_Water_Temperature_Sensor
      Entering_Hot_Water_Temperature_Setpoint
      Entering_Medium_Temperature_Hot_Water_Temperature_High_Reset_Setpoint
      Entering_Medium_Temperature_Hot_Water_Temperature_Load_Shed_Setpoint
      Entering_Medium_Temperature_Hot_Water_Temperature_Load_Shed_Status
      Entering_Medium_Temperature_Hot_Water_Temperature_Low_Reset_Setpoint
      Entering_Medium_Temperature_Hot_Water_Temperature_Sensor
      Entering_Water_Differential_Pressure_Deadband_Setpoint
      Entering_Water_Differential_Pressure_Integral_Time_Parameter
      Entering_Water_Differential_Pressure_Proportional_Band_Parameter Entering_Water_Flow_Sensor
      Entering_Water_Flow_Setpoint Entering_Water_Temperature_Alarm
      Entering_Water_Temperature_Deadband_Setpoint Entering_Water_Temperature_Integral_Time_Parameter
      Entering_Water_Temperature_Proportional_Band_Parameter Entering_Water_Temperature_Sensor
      Entering_Water_Temperature_Setpoint Enthalpy_Sensor Enthalpy_Setpoint Even_Month_Status
      Exhaust_Air_Dewpoint_Sensor Exhaust_Air_Differential_Pressure_Sensor
      Exhaust_Air_Differential_Pressure_Setpoint Exhaust_Air_Flow_Integral_Time_Parameter
      Exhaust_Air_Flow_Proportional_Band_Parameter Exhaust_Air_Flow_Sensor Exhaust_Air_Flow_Setpoint
      Exhaust_Air_Humidity_Sensor Exhaust_Air_Humidity_Setpoint
      Exhaust_Air_Stack_Flow_Deadband_Setpoint Exhaust_Air_Stack_Flow_Integral_Time_Parameter
      Exhaust_Air_Stack_Flow_Proportional_Band_Parameter Exhaust_Air_Stack_Flow_Sensor
      Exhaust_Air_Stack_Flow_Setpoint Exhaust_Air_Static_Pressure_Proportional_Band_Parameter
      Exhaust_Air_Static_Pressure_Sensor Exhaust_Air_Static_Pressure_Setpoint
      Exhaust_Air_Temperature_Sensor Exhaust_Air_Velocity_Pressure_Sensor Failure_Alarm Fan_Command
      Fan_On_Off_Status Fan_Speed_Command Fan_Status Fault_Reset_Command Fault_Status
      Filter_Differential_Pressure_Sensor Filter_Reset_Command Filter_Status Fire_Sensor Flow_Sensor
      Flow_Setpoint Formaldehyde_Level_Sensor Freeze_Status Frequency_Command Frequency_Sensor
      Frequency_Setpoint Fresh_Air_Setpoint_Limit Frost_Sensor Fume_Hood_Air_Flow_Sensor
      Gain_Parameter Gas_Sensor Generation_Sensor Hail_Sensor
      Heat_Exchanger_Discharge_Water_Temperature_Sensor
      Heat_Exchanger_Leaving_Water_Temperature_Sensor Heat_Exchanger_Supply_Water_Temperature_Sensor
      Heat_Exchanger_System_Enable_Status Heat_Sensor Heat_Sink_Temperature_Sensor Heating_Command
      Heating_Demand_Sensor Heating_Demand_Setpoint Heating_Discharge_Air_Flow_Setpoint
      Heating_Discharge_Air_Temperature_Deadband_Setpoint
      Heating_Discharge_Air_Temperature_Integral_Time_Parameter
      Heating_Discharge_Air_Temperature_Proportional_Band_Parameter Heating_Enable_Command
      Heating_Mode_Status Heating_Start_Stop_Status Heating_Supply_Air_Flow_Setpoint
      Heating_Supply_Air_Temperature_Deadband_Setpoint
      Heating_Supply_Air_Temperature_Integral_Time_Parameter
      Heating_Supply_Air_Temperature_Proportional_Band_Parameter Heating_Temperature_Setpoint
      Heating_Thermal_Power_Sensor High_Air_Flow_Alarm High_CO2_Alarm
      High_Discharge_Air_Temperature_Alarm High_Head_Pressure_Alarm High_Humidity_Alarm
      High_Humidity_Alarm_Parameter High_Outside_Air_Lockout_Temperature_Differential_Parameter
      High_Return_Air_Temperature_Alarm High_Static_Pressure_Cutout_Setpoint_Limit
      High_Supply_Air_Temperature_Alarm High_Temperature_Alarm High_Temperature_Alarm_Parameter
      High_Temperature_Hot_Water_Discharge_Temperature_Sensor
      High_Temperature_Hot_Water_Return_Temperature_Sensor
      High_Temperature_Hot_Water_Supply_Temperature_Sensor Hold_Status
      Hot_Water_Differential_Pressure_Deadband_Setpoint
      Hot_Water_Differential_Pressure_Integral_Time_Parameter
      Hot_Water_Differential_Pressure_Load_Shed_Reset_Status
      Hot_Water_Differential_Pressure_Load_Shed_Status
      Hot_Water_Differential_Pressure_Proportional_Band_Parameter
      Hot_Water_Differential_Pressure_Sensor Hot_Water_Differential_Pressure_Setpoint
      Hot_Water_Differential_Temperature_Sensor Hot_Water_Discharge_Flow_Sensor
      Hot_Water_Discharge_Flow_Setpoint Hot_Water_Discharge_Temperature_Sensor Hot_Water_Flow_Sensor
      Hot_Water_Flow_Setpoint Hot_Water_Return_Flow_Sensor Hot_Water_Return_Temperature_Sensor
      Hot_Water_Static_Pressure_Setpoint Hot_Water_Supply_Flow_Sensor Hot_Water_Supply_Flow_Setpoint
      Hot_Water_Supply_Temperature_Sensor Hot_Water_System_Enable_Command
      Hot_Water_Temperature_Setpoint Hot_Water_Usage_Sensor Humidification_Start_Stop_Status
      Humidifier_Fault_Status Humidify_Command Humidity_Alarm Humidity_Deadband_Setpoint
      Humidity_Parameter Humidity_Sensor Humidity_Setpoint Humidity_Tolerance_Parameter
      Ice_Tank_Leaving_Water_Temperature_Sensor Illuminance_Sensor Illuminance_Setpoint
      Imbalance_Sensor Inside_Face_Surface_Temperature_Sensor Inside_Face_Surface_Temperature_Setpoint
      Intake_Air_Temperature_Sensor Integral_Gain_Parameter Integral_Time_Parameter
      Last_Fault_Code_Status Lead_Lag_Command Lead_Lag_Status Lead_On_Off_Command Leak_Alarm
      Leaving_Chilled_Water_Flow_Sensor Leaving_Chilled_Water_Flow_Setpoint
      Leaving_Chilled_Water_Temperature_Sensor Leaving_Chilled_Water_Temperature_Setpoint
      Leaving_Condenser_Water_Flow_Sensor Leaving_Condenser_Water_Temperature_Sensor
      Leaving_Condenser_Water_Temperature_Setpoint Leaving_Domestic_Hot_Water_Temperature_Sensor
      Leaving_Domestic_Hot_Water_Temperature_Setpoint
      Leaving_High_Temperature_Hot_Water_Temperature_Sensor Leaving_Hot_Water_Flow_Sensor
      Leaving_Hot_Water_Flow_Setpoint Leaving_Hot_Water_Temperature_High_Reset_Setpoint
      Leaving_Hot_Water_Temperature_Load_Shed_Status Leaving_Hot_Water_Temperature_Low_Reset_Setpoint
      Leaving_Hot_Water_Temperature_Sensor Leaving_Hot_Water_Temperature_Setpoint
      Leaving_Medium_Temperature_Hot_Water_Temperature_High_Reset_Setpoint
      Leaving_Medium_Temperature_Hot_Water_Temperature_Load_Shed_Setpoint
      Leaving_Medium_Temperature_Hot_Water_Temperature_Load_Shed_Status
      Leaving_Medium_Temperature_Hot_Water_Temperature_Low_Reset_Setpoint
      Leaving_Medium_Temperature_Hot_Water_Temperature_Sensor
      Leaving_Water_Differential_Pressure_Deadband_Setpoint
      Leaving_Water_Differential_Pressure_Integral_Time_Parameter
      Leaving_Water_Differential_Pressure_Proportional_Band_Parameter Leaving_Water_Flow_Sensor
      Leaving_Water_Flow_Setpoint Leaving_Water_Temperature_Alarm
      Leaving_Water_Temperature_Deadband_Setpoint Leaving_Water_Temperature_Integral_Time_Parameter
      Leaving_Water_Temperature_Proportional_Band_Parameter Leaving_Water_Temperature_Sensor
      Leaving_Water_Temperature_Setpoint Light_Command Limit Liquid_Detection_Alarm
      Load_Current_Sensor Load_Parameter Load_Setpoint Load_Shed_Command
      Load_Shed_Differential_Pressure_Setpoint Load_Shed_Setpoint Load_Shed_Status
      Locally_On_Off_Status Lockout_Status Lockout_Temperature_Differential_Parameter
      Low_Air_Flow_Alarm Low_Battery_Alarm Low_Discharge_Air_Flow_Alarm
      Low_Discharge_Air_Temperature_Alarm Low_Freeze_Protect_Temperature_Parameter Low_Humidity_Alarm
      Low_Humidity_Alarm_Parameter Low_Outside_Air_Lockout_Temperature_Differential_Parameter
      Low_Outside_Air_Temperature_Enable_Differential_Sensor
      Low_Outside_Air_Temperature_Enable_Setpoint Low_Return_Air_Temperature_Alarm
      Low_Suction_Pressure_Alarm Low_Supply_Air_Flow_Alarm Low_Supply_Air_Temperature_Alarm
      Low_Temperature_Alarm Low_Temperature_Alarm_Parameter Low_Voltage_Alarm
      Lowest_Exhaust_Air_Static_Pressure_Sensor Luminance_Alarm Luminance_Command Luminance_Sensor
      Luminance_Setpoint Maintenance_Mode_Command Maintenance_Required_Alarm Manual_Auto_Status
      Max_Air_Flow_Setpoint_Limit Max_Air_Temperature_Setpoint
      Max_Chilled_Water_Differential_Pressure_Setpoint_Limit
      Max_Cooling_Discharge_Air_Flow_Setpoint_Limit Max_Cooling_Supply_Air_Flow_Setpoint_Limit
      Max_Discharge_Air_Static_Pressure_Setpoint_Limit Max_Discharge_Air_Temperature_Setpoint_Limit
      Max_Frequency_Command Max_Fresh_Air_Setpoint_Limit Max_Heating_Discharge_Air_Flow_Setpoint_Limit
      Max_Heating_Supply_Air_Flow_Setpoint_Limit Max_Hot_Water_Differential_Pressure_Setpoint_Limit
      Max_Limit Max_Load_Setpoint Max_Occupied_Cooling_Discharge_Air_Flow_Setpoint_Limit
      Max_Occupied_Cooling_Supply_Air_Flow_Setpoint_Limit
      Max_Occupied_Heating_Discharge_Air_Flow_Setpoint_Limit
      Max_Occupied_Heating_Supply_Air_Flow_Setpoint_Limit Max_Outside_Air_Flow_Setpoint_Limit
      Max_Position_Setpoint_Limit Max_Speed_Setpoint_Limit Max_Static_Pressure_Setpoint_Limit
      Max_Supply_Air_Static_Pressure_Setpoint_Limit Max_Supply_Air_Temperature_Setpoint_Limit
      Max_Temperature_Setpoint_Limit Max_Unoccupied_Cooling_Discharge_Air_Flow_Setpoint_Limit
      Max_Unoccupied_Cooling_Supply_Air_Flow_Setpoint_Limit
      Max_Unoccupied_Heating_Discharge_Air_Flow_Setpoint_Limit
      Max_Unoccupied_Heating_Supply_Air_Flow_Setpoint_Limit Max_Water_Level_Alarm
      Max_Water_Temperature_Setpoint
      Medium_Temperature_Hot_Water_Differential_Pressure_Load_Shed_Reset_Status
      Medium_Temperature_Hot_Water_Differential_Pressure_Load_Shed_Setpoint
      Medium_Temperature_Hot_Water_Differential_Pressure_Load_Shed_Status
      Medium_Temperature_Hot_Water_Differential_Pressure_Sensor
      Medium_Temperature_Hot_Water_Differential_Pressure_Setpoint
      Medium_Temperature_Hot_Water_Discharge_Temperature_Sensor
      Medium_Temperature_Hot_Water_Return_Temperature_Sensor
      Medium_Temperature_Hot_Water_Supply_Temperature_Sensor Methane_Level_Sensor
      Min_Air_Flow_Setpoint_Limit Min_Air_Temperature_Setpoint
      Min_Chilled_Water_Differential_Pressure_Setpoint_Limit
      Min_Cooling_Discharge_Air_Flow_Setpoint_Limit Min_Cooling_Supply_Air_Flow_Setpoint_Limit
      Min_Discharge_Air_Static_Pressure_Setpoint_Limit Min_Discharge_Air_Temperature_Setpoint_Limit
      Min_Frequency_Command Min_Fresh_Air_Setpoint_Limit Min_Heating_Discharge_Air_Flow_Setpoint_Limit
      Min_Heating_Supply_Air_Flow_Setpoint_Limit Min_Hot_Water_Differential_Pressure_Setpoint_Limit
      Min_Limit Min_Load_Setpoint Min_Occupied_Cooling_Discharge_Air_Flow_Setpoint_Limit
      Min_Occupied_Cooling_Supply_Air_Flow_Setpoint_Limit
      Min_Occupied_Heating_Discharge_Air_Flow_Setpoint_Limit
      Min_Occupied_Heating_Supply_Air_Flow_Setpoint_Limit Min_Outside_Air_Flow_Setpoint_Limit
      Min_Position_Setpoint_Limit Min_Speed_Setpoint_Limit Min_Static_Pressure_Setpoint_Limit
      Min_Supply_Air_Static_Pressure_Setpoint_Limit Min_Supply_Air_Temperature_Setpoint_Limit
      Min_Temperature_Setpoint_Limit Min_Unoccupied_Cooling_Discharge_Air_Flow_Setpoint_Limit
      Min_Unoccupied_Cooling_Supply_Air_Flow_Setpoint_Limit
      Min_Unoccupied_Heating_Discharge_Air_Flow_Setpoint_Limit
      Min_Unoccupied_Heating_Supply_Air_Flow_Setpoint_Limit Min_Water_Level_Alarm
      Min_Water_Temperature_Setpoint Mixed_Air_Flow_Sensor Mixed_Air_Humidity_Sensor
      Mixed_Air_Humidity_Setpoint Mixed_Air_Temperature_Sensor Mixed_Air_Temperature_Setpoint
      Mode_Command Mode_Status Motion_Sensor Motor_Current_Sensor Motor_Direction_Status
      Motor_On_Off_Status Motor_Speed_Sensor Motor_Torque_Sensor NO2_Level_Sensor
      Natural_Gas_Flow_Sensor Natural_Gas_Temperature_Sensor Natural_Gas_Usage_Sensor No_Water_Alarm
      Occupancy_Command Occupancy_Count_Sensor Occupancy_Sensor Occupancy_Status
      Occupied_Air_Temperature_Cooling_Setpoint Occupied_Air_Temperature_Heating_Setpoint
      Occupied_Air_Temperature_Setpoint Occupied_Cooling_Discharge_Air_Flow_Setpoint
      Occupied_Cooling_Mode_Status Occupied_Cooling_Supply_Air_Flow_Setpoint
      Occupied_Cooling_Temperature_Deadband_Setpoint Occupied_Cooling_Temperature_Setpoint
      Occupied_Discharge_Air_Flow_Setpoint Occupied_Discharge_Air_Temperature_Setpoint
      Occupied_Heating_Discharge_Air_Flow_Setpoint Occupied_Heating_Mode_Status
      Occupied_Heating_Supply_Air_Flow_Setpoint Occupied_Heating_Temperature_Deadband_Setpoint
      Occupied_Heating_Temperature_Setpoint Occupied_Humidity_Setpoint Occupied_Load_Shed_Command
      Occupied_Mode_Status Occupied_Return_Air_Temperature_Setpoint
      Occupied_Room_Air_Temperature_Setpoint Occupied_Supply_Air_Flow_Setpoint
      Occupied_Supply_Air_Temperature_Setpoint Occupied_Zone_Air_Temperature_Setpoint Off_Command
      Off_Status On_Command On_Off_Command On_Off_Status On_Status On_Timer_Sensor Open_Close_Status
      Open_Heating_Valve_Outside_Air_Temperature_Setpoint Operating_Mode_Status
      Output_Frequency_Sensor Output_Voltage_Sensor Outside_Air_CO2_Sensor Outside_Air_CO_Sensor
      Outside_Air_Dewpoint_Sensor Outside_Air_Enthalpy_Sensor Outside_Air_Flow_Sensor
      Outside_Air_Flow_Setpoint Outside_Air_Grains_Sensor Outside_Air_Humidity_Sensor
      Outside_Air_Humidity_Setpoint Outside_Air_Lockout_Temperature_Differential_Parameter
      Outside_Air_Lockout_Temperature_Setpoint Outside_Air_Temperature_Enable_Differential_Sensor
      Outside_Air_Temperature_High_Reset_Setpoint Outside_Air_Temperature_Low_Reset_Setpoint
      Outside_Air_Temperature_Sensor Outside_Air_Temperature_Setpoint
      Outside_Air_Wet_Bulb_Temperature_Sensor Outside_Face_Surface_Temperature_Sensor
      Outside_Face_Surface_Temperature_Setpoint Outside_Illuminance_Sensor Overload_Alarm
      Overridden_Off_Status Overridden_On_Status Overridden_Status Override_Command Ozone_Level_Sensor
      PID_Parameter PIR_Sensor PM10_Level_Sensor PM10_Sensor PM1_Level_Sensor PM1_Sensor
      PM2.5_Level_Sensor PM2.5_Sensor PV_Current_Output_Sensor Parameter Particulate_Matter_Sensor
      Peak_Demand_Sensor Photovoltaic_Current_Output_Sensor Piezoelectric_Sensor Point
      Position_Command Position_Limit Position_Sensor Power_Alarm Power_Factor_Sensor Power_Loss_Alarm
      Power_Sensor Pre_Filter_Status Preheat_Command Preheat_Demand_Setpoint
      Preheat_Discharge_Air_Temperature_Sensor Preheat_Supply_Air_Temperature_Sensor Pressure_Alarm
      Pressure_Sensor Pressure_Setpoint Pressure_Status Proportional_Band_Parameter
      Proportional_Gain_Parameter Pump_Command Pump_On_Off_Status Pump_Status
      Radiant_Panel_Temperature_Sensor Radiant_Panel_Temperature_Setpoint
      Radioactivity_Concentration_Sensor Radon_Concentration_Sensor Rain_Duration_Sensor
      Rain_Level_Sensor Rated_Speed_Setpoint Reactive_Energy_Sensor Reactive_Power_Sensor
      Refrigerant_Level_Sensor Relative_Humidity_Sensor Relay_Command Remotely_On_Off_Status
      Reset_Command Reset_Setpoint Return_Air_CO2_Sensor Return_Air_CO2_Setpoint Return_Air_CO_Sensor
      Return_Air_Dewpoint_Sensor Return_Air_Differential_Pressure_Sensor
      Return_Air_Differential_Pressure_Setpoint Return_Air_Enthalpy_Sensor Return_Air_Flow_Sensor
      Return_Air_Grains_Sensor Return_Air_Humidity_Sensor Return_Air_Humidity_Setpoint
      Return_Air_Temperature_Alarm Return_Air_Temperature_High_Reset_Setpoint
      Return_Air_Temperature_Low_Reset_Setpoint Return_Air_Temperature_Sensor
      Return_Air_Temperature_Setpoint Return_Chilled_Water_Temperature_Setpoint
      Return_Condenser_Water_Flow_Sensor Return_Condenser_Water_Temperature_Sensor
      Return_Condenser_Water_Temperature_Setpoint Return_Hot_Water_Temperature_Setpoint
      Return_Water_Flow_Sensor Return_Water_Temperature_Sensor Return_Water_Temperature_Setpoint
      Room_Air_Temperature_Setpoint Run_Enable_Command Run_Request_Status Run_Status Run_Time_Sensor
      Sash_Position_Sensor Schedule_Temperature_Setpoint Sensor Sensor_Failure_Alarm Setpoint
      Short_Cycle_Alarm Smoke_Alarm Smoke_Detection_Alarm Soil_Temperature_Sensor
      Solar_Azimuth_Angle_Sensor Solar_Radiance_Sensor Solar_Zenith_Angle_Sensor Speed_Command
      Speed_Mode_Status Speed_Reset_Command Speed_Sensor Speed_Setpoint Speed_Setpoint_Limit
      Speed_Status Stage_Enable_Command Stages_Status Standby_Glycool_Unit_On_Off_Status
      Standby_Load_Shed_Command Standby_Unit_On_Off_Status Start_Stop_Command Start_Stop_Status
      Static_Pressure_Deadband_Setpoint Static_Pressure_Integral_Time_Parameter
      Static_Pressure_Proportional_Band_Parameter Static_Pressure_Sensor Static_Pressure_Setpoint
      Static_Pressure_Setpoint_Limit Static_Pressure_Step_Parameter Status Steam_On_Off_Command
      Steam_Usage_Sensor Step_Parameter Supply_Air_Dewpoint_Sensor
      Supply_Air_Differential_Pressure_Sensor Supply_Air_Differential_Pressure_Setpoint
      Supply_Air_Duct_Pressure_Status Supply_Air_Flow_Demand_Setpoint
      Supply_Air_Flow_High_Reset_Setpoint Supply_Air_Flow_Low_Reset_Setpoint
      Supply_Air_Flow_Reset_Setpoint Supply_Air_Flow_Sensor Supply_Air_Flow_Setpoint
      Supply_Air_Humidity_Sensor Supply_Air_Humidity_Setpoint Supply_Air_Integral_Gain_Parameter
      Supply_Air_Proportional_Gain_Parameter Supply_Air_Smoke_Detection_Alarm
      Supply_Air_Static_Pressure_Deadband_Setpoint Supply_Air_Static_Pressure_Integral_Time_Parameter
      Supply_Air_Static_Pressure_Proportional_Band_Parameter Supply_Air_Static_Pressure_Sensor
      Supply_Air_Static_Pressure_Setpoint Supply_Air_Static_Pressure_Step_Parameter
      Supply_Air_Temperature_Alarm Supply_Air_Temperature_Cooling_Setpoint
      Supply_Air_Temperature_Deadband_Setpoint Supply_Air_Temperature_Heating_Setpoint
      Supply_Air_Temperature_High_Reset_Setpoint Supply_Air_Temperature_Low_Reset_Setpoint
      Supply_Air_Temperature_Proportional_Band_Parameter
      Supply_Air_Temperature_Reset_Differential_Setpoint Supply_Air_Temperature_Sensor
      Supply_Air_Temperature_Setpoint Supply_Air_Temperature_Setpoint_Limit
      Supply_Air_Temperature_Step_Parameter Supply_Air_Velocity_Pressure_Sensor
      Supply_Chilled_Water_Temperature_Setpoint Supply_Condenser_Water_Flow_Sensor
      Supply_Condenser_Water_Temperature_Sensor Supply_Condenser_Water_Temperature_Setpoint
      Supply_Hot_Water_Temperature_Setpoint Supply_Water_Flow_Sensor Supply_Water_Flow_Setpoint
      Supply_Water_Temperature_Sensor Switch_Status System_Enable_Command System_Shutdown_Status
      System_Status TVOC_Level_Sensor TVOC_Sensor Temperature_Adjust_Sensor Temperature_Alarm
      Temperature_Alarm_Sensitivity_Parameter Temperature_Deadband_Setpoint
      Temperature_Differential_Reset_Setpoint Temperature_High_Reset_Setpoint
      Temperature_Low_Reset_Setpoint Temperature_Parameter Temperature_Sensor Temperature_Setpoint
      Temperature_Step_Parameter Temperature_Tolerance_Parameter Temporary_Occupancy_Status
      Thermal_Power_Sensor Thermostat_Status Time_Parameter Time_Setpoint Tint_Command Tint_Status
      Tolerance_Parameter Torque_Sensor Trace_Heat_Sensor Underfloor_Air_Plenum_Static_Pressure_Sensor
      Underfloor_Air_Plenum_Static_Pressure_Setpoint Underfloor_Air_Temperature_Sensor
      Unit_Failure_Alarm Unoccupied_Air_Temperature_Cooling_Setpoint
      Unoccupied_Air_Temperature_Heating_Setpoint Unoccupied_Air_Temperature_Setpoint
      Unoccupied_Cooling_Discharge_Air_Flow_Setpoint Unoccupied_Cooling_Mode_Status
      Unoccupied_Cooling_Supply_Air_Flow_Setpoint Unoccupied_Cooling_Temperature_Deadband_Setpoint
      Unoccupied_Cooling_Temperature_Setpoint Unoccupied_Discharge_Air_Flow_Setpoint
      Unoccupied_Discharge_Air_Temperature_Setpoint Unoccupied_Heating_Discharge_Air_Flow_Setpoint
      Unoccupied_Heating_Mode_Status Unoccupied_Heating_Supply_Air_Flow_Setpoint
      Unoccupied_Heating_Temperature_Deadband_Setpoint Unoccupied_Heating_Temperature_Setpoint
      Unoccupied_Humidity_Setpoint Unoccupied_Load_Shed_Command Unoccupied_Mode_Status
      Unoccupied_Return_Air_Temperature_Setpoint Unoccupied_Room_Air_Temperature_Setpoint
      Unoccupied_Supply_Air_Flow_Setpoint Unoccupied_Supply_Air_Temperature_Setpoint
      Unoccupied_Zone_Air_Temperature_Setpoint Usage_Sensor VFD_Enable_Command Valve_Command
      Valve_Position_Alarm Valve_Position_Command Valve_Position_Sensor Valve_Status
      Velocity_Pressure_Sensor Velocity_Pressure_Setpoint Vent_Operating_Mode_Status
      Ventilation_Air_Flow_Ratio_Limit Voltage_Alarm Voltage_Imbalance_Sensor Voltage_Ratio_Setpoint
      Voltage_Sensor Warm_Cool_Adjust_Sensor Warmest_Zone_Air_Temperature_Sensor Water_Alarm
      Water_Differential_Pressure_Setpoint Water_Differential_Temperature_Sensor
      Water_Differential_Temperature_Setpoint Water_Flow_Sensor Water_Flow_Setpoint Water_Level_Alarm
      Water_Level_Sensor Water_Loss_Alarm Water_Temperature_Alarm Water_Temperature_Sensor
      Water_Temperature_Setpoint Water_Usage_Sensor Wind_Direction_Sensor Wind_Speed_Sensor
      Zone_Air_Conditioning_Mode_Status Zone_Air_Cooling_Temperature_Setpoint Zone_Air_Dewpoint_Sensor
      Zone_Air_Heating_Temperature_Setpoint Zone_Air_Humidity_Sensor Zone_Air_Humidity_Setpoint
      Zone_Air_Temperature_Sensor Zone_Air_Temperature_Setpoint Zone_Occupied_Load_Shed_Command
      Zone_Standby_Load_Shed_Command Zone_Unoccupied_Load_Shed_Command
    `,
    rec: `
      Point
    `,
  },
  location: {
    brick: `
      Ablutions_Room Atrium Auditorium Basement Battery_Room Bench_Space Break_Room Breakroom
      Broadcast_Room Building Cafeteria Cold_Box Common_Space Concession Conference_Room Control_Room
      Copy_Room Cubicle Detention_Room Distribution_Frame Electrical_Room Elevator_Shaft
      Elevator_Space Employee_Entrance_Lobby Enclosed_Office Energy_Zone Entrance Environment_Box
      Equipment_Room Exercise_Room Field_Of_Play Fire_Zone First_Aid_Room Floor Food_Service_Room
      Freezer Gatehouse Generator_Room HVAC_Zone Hallway Hazardous_Materials_Storage Hospitality_Box
      Hot_Box IDF Information_Area Janitor_Room Laboratory Library Lighting_Zone Loading_Dock Lobby
      Location Lounge MDF Mail_Room Majlis Massage_Room Mechanical_Room Media_Hot_Desk
      Media_Production_Room Media_Room Medical_Room Office Office_Kitchen Open_Office Outdoor_Area
      Outside Parking_Level Parking_Space Parking_Structure Plumbing_Room Prayer_Room Private_Office
      Pump_Room Reception Region Rest_Room Restroom Retail_Room Riser Rooftop Room
      Security_Service_Room Server_Room Service_Room Shared_Office Shower Site Space
      Sports_Service_Room Staircase Storage_Room Storey Studio Switch_Room TETRA_Room Team_Room
      Telecom_Room Ticketing_Booth Transformer_Room Tunnel Vertical_Space Visitor_Lobby Wardrobe
      Waste_Storage Water_Tank Wing Workshop Zone
    `,
    rec: `
      AccessControlZone AdmittingRoom Architecture Atrium Auditorium BackOffice Balcony BarRoom
      BasementLevel Bathroom Bedroom BicycleGarage Building BuildingElement Cabinet CableRoom
      CafeteriaRoom Cinema Classroom CleaningRoom ClimateControlRoom CloakRoom ConferenceRoom
      ConversationRoom CookingRoom CopyingRoom DataServerRoom DiningRoom DisabledToilet DishingRoom
      DressingRoom EducationalRoom ElectricityRoom ElevatorRoom ElevatorShaft Entrance ExerciseRoom
      ExhibitionRoom Facade FittingRoom FoodHandlingRoom Garage GroupRoom HVACZone Hallway
      HealthcareRoom Hospital Kitchenette Laboratory LaboratoryDry LaboratoryWet LaundryRoom Level
      Library LivingRoom LoadingReceivingRoom LockerRoom MailRoom MainEntrance MeditationRoom
      MezzanineLevel Morgue MothersRoom MultiPurposeRoom NeonatalNursingRoom OccupancyZone Office
      OfficeLandscape OfficeRoom OperatingRoom OutdoorSpace OutpatientServicesRoom Pantry ParkingSpace
      PersonalHygiene PharmacyRoom PhoneBooth RadiologyRoom Reception RecordingRoom RecreationalRoom
      Region RestingRoom RetailRoom Roof RoofLevel Room Sauna School SecurityRoom ServiceEntrance
      ServiceShaft Shelter ShelterGasLock ShelterRoom ShoppingMall ShowerRoom Site Slab SmallStudyRoom
      Space SprinklerRoom Stadium StaffRoom Stairwell Storage SubBuilding TelecommunicationRoom
      Theater TherapyRoom Toilet TreatmentRoom TreatmentWaitingRoom UtilitiesRoom VirtualBuilding Wall
      WallInner WasteManagementRoom Workshop Workspace Zone
    `,
  },
  equipment: {
    brick: `
      AED AHU Absorption_Chiller Access_Control_Equipment Access_Reader Active_Chilled_Beam
      Air_Diffuser Air_Handler_Unit Air_Handling_Unit Air_Plenum Automated_External_Defibrillator
      Automatic_Tint_Window Baseboard_Radiator Battery Blind Boiler Booster_Fan Breaker_Panel
      Building_Chilled_Water_Meter Building_Electrical_Meter Building_Gas_Meter
      Building_Hot_Water_Meter Building_Meter Building_Water_Meter Bus_Riser Bypass_Valve CAV CRAC
      CRAH Camera Ceiling_Fan Centrifugal_Chiller Chilled_Beam Chilled_Water_Coil Chilled_Water_Meter
      Chilled_Water_Pump Chilled_Water_Valve Chiller Coil Cold_Deck Collection_Basin_Water_Heater
      Compressor Computer_Room_Air_Conditioning Computer_Room_Air_Handler Condenser
      Condenser_Heat_Exchanger Condenser_Water_Bypass_Valve Condenser_Water_Isolation_Valve
      Condenser_Water_Pump Condenser_Water_Valve Condensing_Natural_Gas_Boiler Constant_Air_Volume_Box
      Cooling_Coil Cooling_Tower Cooling_Tower_Fan Cooling_Valve DDAHU DOAS Damper
      Dedicated_Outdoor_Air_System_Unit Differential_Pressure_Bypass_Valve Dimmer
      Direct_Expansion_Cooling_Coil Direct_Expansion_Heating_Coil Discharge_Air_Plenum Discharge_Fan
      Disconnect_Switch Displacement_Flow_Air_Diffuser Domestic_Hot_Water_Valve Drench_Hose Dry_Cooler
      Dual_Duct_Air_Handling_Unit ESS_Panel Economizer Economizer_Damper Electric_Baseboard_Radiator
      Electric_Boiler Electric_Radiator Electrical_Equipment Electrical_Meter Elevator
      Embedded_Surface_System_Panel Emergency_Phone Emergency_Wash_Station Energy_Storage Equipment
      Evaporative_Heat_Exchanger Exhaust_Damper Exhaust_Fan Eye_Wash_Station FCU Fan Fan_Coil_Unit
      Fan_VFD Filter Final_Filter Fire_Alarm Fire_Alarm_Control_Panel Fire_Alarm_Manual_Call_Point
      Fire_Alarm_Pull_Station Fire_Control_Panel Fire_Safety_Equipment First_Aid_Kit Fume_Hood
      Furniture Gas_Distribution Gas_Meter Gas_Valve HVAC_Equipment HVAC_Valve HX Heat_Detector
      Heat_Exchanger Heat_Wheel Heat_Wheel_VFD Heating_Coil Heating_Valve Hot_Deck
      Hot_Water_Baseboard_Radiator Hot_Water_Coil Hot_Water_Meter Hot_Water_Pump Hot_Water_Radiator
      Hot_Water_Valve Humidifier Induction_Unit Intake_Air_Filter Intercom_Equipment Interface
      Intrusion_Detection_Equipment Inverter Isolation_Valve Jet_Nozzle_Air_Diffuser
      Laminar_Flow_Air_Diffuser Lighting Lighting_Equipment Luminaire Luminaire_Driver MAU
      Makeup_Air_Unit Makeup_Water_Valve Manual_Fire_Alarm_Activation_Equipment Meter Mixed_Air_Filter
      Mixed_Damper Motor Motor_Control_Center NVR Natural_Gas_Boiler Natural_Gas_Seismic_Shutoff_Valve
      Network_Video_Recorder Noncondensing_Natural_Gas_Boiler Outside_Damper Outside_Fan PAU PVT_Panel
      PV_Panel Passive_Chilled_Beam PlugStrip Pre_Filter Preheat_Hot_Water_Valve Pump Pump_VFD
      RC_Panel RTU RVAV Radiant_Ceiling_Panel Radiant_Panel Radiator Reheat_Valve Relay Relief_Damper
      Relief_Fan Return_Air_Filter Return_Air_Plenum Return_Damper Return_Fan Return_Heating_Valve
      Rooftop_Unit Safety_Equipment Safety_Shower Security_Equipment Shading_Equipment Smoke_Detector
      Solar_Thermal_Collector Space_Heater Stage_Riser Standby_CRAC Standby_Fan
      Steam_Baseboard_Radiator Steam_Distribution Steam_Radiator Steam_Valve Supply_Air_Plenum
      Supply_Fan Surveillance_Camera Switch Switchgear TABS_Panel Terminal_Unit Thermal_Power_Meter
      Thermally_Activated_Building_System_Panel Thermostat Thermostatic_Mixing_Valve Touchpanel
      Transfer_Fan Transformer Underfloor_Air_Plenum VAV VFD Valve Variable_Air_Volume_Box
      Variable_Air_Volume_Box_With_Reheat Variable_Frequency_Drive Video_Intercom
      Video_Surveillance_Equipment Water_Distribution Water_Heater Water_Meter Water_Pump Water_Valve
      Weather_Station
    `,
    rec: `
      AccessPanel ArchitecturalAsset Asset AudioVisualEquipment BACnetController BarrierAsset Bed
      Bookcase BulletinBoard Cart Chair CoatRack CoffeeTable ComputerCart ConferenceTable Controller
      DataNetworkEquipment DaylightSensorEquipment Desk DeskLamp Door EndTable EthernetPort
      EthernetSwitch FilingCabinet FloorLamp FloorMat FoldingChair FoldingTable Footrest Furniture
      Gateway IAQSensorEquipment ICTEquipment ICTHardware ITRack Lamp LeakDetectorEquipment
      MailroomCart MobileDesk ModbusController NetworkRouter NetworkSecurityEquipment
      OccupancySensorEquipment OfficeChair Partition PeopleCountSensorEquipment PrinterCart
      PrinterStand ReceptionTable Safe SensorEquipment Server Sofa Stand StorageCabinet TVStand Table
      ThermostatEquipment VibrationSensorEquipment WasteBasket Window WirelessAccessPoint
    `,
  },
  collection: {
    brick: `
      Air_Loop Air_System Battery_Energy_Storage_System Blind_Group Chilled_Water_Loop
      Chilled_Water_System Collection Condenser_Water_System Domestic_Hot_Water_System
      Domestic_Water_Loop Electrical_System Emergency_Air_Flow_System Emergency_Power_Off_System
      Energy_Generation_System Energy_Storage_System Energy_System Fire_Safety_System Gas_System
      HVAC_System Heat_Recovery_Hot_Water_System Heating_Ventilation_Air_Conditioning_System
      Hot_Water_Loop Hot_Water_System Lighting_System Loop PV_Array PV_Generation_System
      Photovoltaic_Array Portfolio Preheat_Hot_Water_System Radiation_Hot_Water_System
      Reheat_Hot_Water_System Safety_System Shading_System Steam_System System Ventilation_Air_System
      Water_Loop Water_System
    `,
    rec: `
      Apartment Campus Collection EquipmentCollection FurnitureCollection Portfolio Premises
      RealEstate
    `,
  },
} as const;
