--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: axl_phone_proxy; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA axl_phone_proxy;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: change; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.change (
    sequence bigint NOT NULL,
    "time" timestamp with time zone NOT NULL,
    device_key text NOT NULL,
    user_name text NOT NULL,
    request_id text NOT NULL,
    device_kind text NOT NULL,
    device_name text NOT NULL,
    kind text NOT NULL,
    list_before text,
    list_after text NOT NULL,
    outcome text NOT NULL
);


--
-- Name: change_number; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.change_number (
    number text NOT NULL,
    sequence bigint NOT NULL
);


--
-- Name: change_sequence_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.change ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.change_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: schema_version; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.schema_version (
    version integer NOT NULL
);


--
-- Data for Name: change; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-22 22:37:14.492+00', 'phone/sep00a1b2c30003', 'alice', 'd48cef61-ac8c-43c3-8e35-48c327085753', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"2001","label":"Büro Lindqvist"},{"index":"2","dirn":"+46812345678","label":"Café Håkan"},{"index":"3","dirn":"2004","label":"naïve façade ✓"},{"index":"4","dirn":"2050","label":"日本事務所"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"}]', 'replaced');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-22 22:37:14.737+00', 'phone/sep00a1b2c30003', 'alice', '1da45244-3423-4a55-95c9-9a05c68f7232', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', 'replaced');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-22 22:37:15.025+00', 'phone/sep00a1b2c30003', 'alice', 'fb917951-35f9-43d8-9297-f289ddf9e104', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', 'replaced');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-22 22:37:15.222+00', 'profile/udp_frontdesk', 'alice', '94ac1fef-ec01-4820-97d3-003de36b09db', 'profile', 'UDP_FRONTDESK', 'busylampfield', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","dirn":"6130","partition":"PT-München","label":"Ignaz Huber","pickup":false},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false}]', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","label":"Agneta","pickup":true,"dirn":"6101","partition":"PT-Internal"},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false}]', 'replaced');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (5, '2026-11-22 22:37:15.435+00', 'profile/udp_frontdesk', 'alice', 'd8ad7750-fcf9-431a-ac1e-24c0a9c47b9a', 'profile', 'UDP_FRONTDESK', 'busylampfield', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","dirn":"6101","partition":"PT-Internal","label":"Agneta","pickup":true},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false}]', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","dirn":"6101","partition":"PT-Internal","label":"Agneta","pickup":true},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false},{"index":"9","label":"日本","pickup":false,"destination":"ombud@lindqvist.example"}]', 'replaced');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (6, '2026-11-22 22:37:15.557+00', 'phone/sep00a1b2c30003', 'alice', '90f7f3c3-f725-4b9d-9691-37c2ee6fb9c4', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', 'replaced');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (7, '2026-11-22 22:37:15.662+00', 'phone/sep00a1b2c30003', 'alice', '942f033d-2527-4278-98ef-465c1d2cb03a', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"1","dirn":"0100","label":"a label that is longer than this call manager takes"}]', 'rejected-by-call-manager');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (8, '2026-11-22 22:37:15.932+00', 'phone/sep00a1b2c30001', 'alice', '39498fb2-d26b-474b-97bd-4844257311c6', 'phone', 'SEP00A1B2C30001', 'speeddial', '[{"index":"1","dirn":"2002","label":"Assistant"},{"index":"2","dirn":"+4989123456","label":"München office"},{"index":"3","dirn":"0100","label":"Night bell"},{"index":"4","dirn":"007","label":"Security"},{"index":"10","dirn":"*55#","label":"Divert all"}]', '[]', 'outcome-unknown');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (9, '2026-11-22 22:37:21.456+00', 'phone/sep00a1b2c30003', 'alice', '9e586bbe-5622-418f-8378-acc74b361b7f', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"5","dirn":"007","label":"the last"}]', 'in-progress');


--
-- Data for Name: change_number; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.change_number VALUES ('2004', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('2050', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('2001', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('+46812345678', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('+14085554019', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('0199', 2);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 3);
INSERT INTO axl_phone_proxy.change_number VALUES ('6130', 4);
INSERT INTO axl_phone_proxy.change_number VALUES ('6101', 4);
INSERT INTO axl_phone_proxy.change_number VALUES ('ombud@lindqvist.example', 5);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 6);
INSERT INTO axl_phone_proxy.change_number VALUES ('+14085554019', 7);
INSERT INTO axl_phone_proxy.change_number VALUES ('0199', 7);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 7);
INSERT INTO axl_phone_proxy.change_number VALUES ('2002', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('+4989123456', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('007', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('*55#', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('007', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('+14085554019', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('0199', 9);


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.schema_version VALUES (1);


--
-- Name: change_sequence_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.change_sequence_seq', 9, true);


--
-- Name: change_number change_number_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.change_number
    ADD CONSTRAINT change_number_pkey PRIMARY KEY (number, sequence);


--
-- Name: change change_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (sequence);


--
-- Name: change_device; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_device ON axl_phone_proxy.change USING btree (device_key, sequence);


--
-- Name: change_in_progress; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_in_progress ON axl_phone_proxy.change USING btree (device_key) WHERE (outcome = 'in-progress'::text);


--
-- Name: change_number_sequence; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_number_sequence ON axl_phone_proxy.change_number USING btree (sequence);


--
-- Name: change_time; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_time ON axl_phone_proxy.change USING btree ("time");


--
-- Name: change_user; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_user ON axl_phone_proxy.change USING btree (user_name, sequence);


--
-- PostgreSQL database dump complete
--


